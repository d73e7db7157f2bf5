import { storedChoice, storedSwitch } from "./stored_choice.ts";

/** Whether the player continues by itself when the queue has ended. */
export const autoplayIsOn = storedSwitch("orin.autoplay");

/** Whether all songs are to sound equally loud. */
export const sameLoudness = storedSwitch("orin.same_loudness");

/** For how many seconds one song fades into the next; 0 is off. */
export const CROSSFADES = [0, 3, 6, 9, 12] as const;
export const crossfadeSeconds = storedChoice("orin.crossfade", { choices: CROSSFADES, first: 0 });

/** How fast music plays, times the clock. Listening earns by the clock, however fast the song goes. */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;
export const speedChoice = storedChoice("orin.speed", { choices: SPEEDS, first: 1 });
