import { createStore } from "./store.ts";

const KEY = "orin.autoplay";

/** Whether the player goes on by itself when the queue has ended. */
export const autoplayIsOn = createStore(globalThis.localStorage?.getItem(KEY) !== "off");

/** Keeps the choice on this device. */
export function setAutoplay(isOn: boolean): void {
  localStorage.setItem(KEY, isOn ? "on" : "off");
  autoplayIsOn.set(isOn);
}
