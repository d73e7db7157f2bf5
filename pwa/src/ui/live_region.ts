import { createStore } from "../lib/store.ts";

export const politeText = createStore("");

/** Says something to screen readers when there is a pause, such as "Offline" or "Now playing ...". */
export function announce(text: string): void {
  // The same words twice would not be read again, so a space without width comes and goes.
  politeText.set(politeText.get() === text ? `${text}\u200b` : text);
}
