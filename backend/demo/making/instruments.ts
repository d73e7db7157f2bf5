import { midiToHz, scaledToStrength } from "./dsp.ts";
import type { Random } from "./random.ts";
import { KEYS } from "./voices_keys.ts";
import { STRINGS } from "./voices_strings.ts";
import { WINDS } from "./voices_winds.ts";

const INSTRUMENTS = { ...KEYS, ...STRINGS, ...WINDS };

export type Instrument = keyof typeof INSTRUMENTS;

const LENGTH_STEP_SECONDS = 0.02;
/** Every note is as strong as the next, whatever its instrument, so that the mix decides. */
const STRENGTH = 0.25;

/** Songs repeat themselves: each different note is computed once and then only mixed in. */
export class NoteCache {
  readonly #random: Random;
  readonly #sounds = new Map<string, Float32Array>();

  constructor(random: Random) {
    this.#random = random;
  }

  note(instrument: Instrument, { midi, seconds, velocity }: { midi: number; seconds: number; velocity: number }) {
    const length = Math.max(2, Math.round(seconds / LENGTH_STEP_SECONDS));
    const bright = velocity > 0.78 ? 0.9 : velocity > 0.5 ? 0.6 : 0.3;
    const key = `${instrument} ${midi} ${length} ${bright}`;
    const known = this.#sounds.get(key);
    if (known) return known;
    const hz = midiToHz(midi);
    const spec = { hz, seconds: length * LENGTH_STEP_SECONDS, bright, random: this.#random };
    const sound = scaledToStrength(INSTRUMENTS[instrument](spec), STRENGTH);
    this.#sounds.set(key, sound);
    return sound;
  }
}
