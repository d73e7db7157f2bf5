import { createStore } from "../lib/store.ts";

export const politeText = createStore("");
export const assertiveText = createStore("");

/** Says something to screen readers when there is a pause, such as "Offline" or "Now playing ...". */
export function announce(text: string): void {
  say(politeText, text);
}

/** Says it at once; only for what cannot wait. */
export function announceNow(text: string): void {
  say(assertiveText, text);
}

/** The same words twice would not be read again, so a space without width comes and goes. */
function say(region: typeof politeText, text: string): void {
  region.set(region.get() === text ? `${text}\u200b` : text);
}
