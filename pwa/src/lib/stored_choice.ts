import { createStore, type Store } from "./store.ts";

/** One of a few values, which this device remembers under the key. */
export function storedChoice<T extends string | number>(
  key: string,
  { choices, first }: { choices: readonly T[]; first: T },
): Store<T> {
  const stored = globalThis.localStorage?.getItem(key);
  const store = createStore(choices.find((known) => String(known) === stored) ?? first);
  return {
    ...store,
    set(next) {
      localStorage.setItem(key, String(next));
      store.set(next);
    },
  };
}

/** The same for what is on until it is switched off. */
export function storedSwitch(key: string): Store<boolean> {
  const store = createStore(globalThis.localStorage?.getItem(key) !== "off");
  return {
    ...store,
    set(isOn) {
      localStorage.setItem(key, isOn ? "on" : "off");
      store.set(isOn);
    },
  };
}
