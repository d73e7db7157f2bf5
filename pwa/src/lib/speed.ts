import { createStore, useStore } from "./store.ts";

/** How fast music plays, times the clock. Listening earns by the clock, however fast the song goes. */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;
type Speed = typeof SPEEDS[number];

const KEY = "orin.speed";
const choice = createStore<Speed>(SPEEDS.find((known) => String(known) === globalThis.localStorage?.getItem(KEY)) ?? 1);

/** The speed that is chosen on this device. */
export const speedChoice: Pick<typeof choice, "get" | "subscribe"> = choice;

/** The same in a component. */
export function useSpeed(): Speed {
  return useStore(choice);
}

/** Keeps the choice on this device. */
export function setSpeed(speed: Speed): void {
  localStorage.setItem(KEY, String(speed));
  choice.set(speed);
}
