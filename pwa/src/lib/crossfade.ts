import { createStore, useStore } from "./store.ts";

/** For how many seconds one song fades into the next; 0 is off. */
export const CROSSFADES = [0, 3, 6, 9, 12] as const;
type Crossfade = typeof CROSSFADES[number];

const KEY = "orin.crossfade";
const stored = globalThis.localStorage?.getItem(KEY);
const choice = createStore<Crossfade>(CROSSFADES.find((known) => String(known) === stored) ?? 0);

/** What is chosen on this device. */
export function crossfadeSeconds(): Crossfade {
  return choice.get();
}

/** The same in a component. */
export function useCrossfade(): Crossfade {
  return useStore(choice);
}

/** Keeps the choice on this device. */
export function setCrossfade(seconds: Crossfade): void {
  localStorage.setItem(KEY, String(seconds));
  choice.set(seconds);
}
