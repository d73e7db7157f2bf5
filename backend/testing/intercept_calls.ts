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
