import type { Store } from "../store/store.ts";

/**
 * The same object, some of whose methods are called by `around`: it is given the call, and its answer is the method's.
 * For tests that stop a process at one of its steps.
 */
export function interceptCalls<Target extends object>(
  target: Target,
  names: readonly string[],
  around: (call: () => unknown) => Promise<unknown>,
): Target {
  return new Proxy(target, {
    get(from, name) {
      const value = Reflect.get(from, name);
      if (typeof value !== "function") return value;
      const bound = value.bind(from);
      return names.includes(String(name)) ? (...args: unknown[]) => around(() => bound(...args)) : bound;
    },
  });
}

/**
 * The same store, where `around` makes the queries whose text has these words. For tests in which something happens
 * between two reads.
 */
export function interceptQueries(
  store: Store,
  words: string,
  around: (query: () => Promise<unknown>) => Promise<unknown>,
): Store {
  const sql = new Proxy(store.sql, {
    apply(target, self, [text, ...values]: [TemplateStringsArray, ...unknown[]]) {
      const query = () => Reflect.apply(target, self, [text, ...values]);
      return text.join?.("").includes(words) ? around(query) : query();
    },
  });
  return new Proxy(store, { get: (from, name) => name === "sql" ? sql : Reflect.get(from, name) });
}
