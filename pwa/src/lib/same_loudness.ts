import { createStore } from "./store.ts";

const KEY = "orin.same_loudness";

/** Whether all songs are to sound equally loud. */
export const sameLoudness = createStore(globalThis.localStorage?.getItem(KEY) !== "off");

/** Keeps the choice on this device. */
export function setSameLoudness(isOn: boolean): void {
  localStorage.setItem(KEY, isOn ? "on" : "off");
  sameLoudness.set(isOn);
}
