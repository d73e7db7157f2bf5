import { Fingerprinter } from "../../adapters/media/chromaprint.ts";
import type { Print } from "../../catalogue/fingerprint/state.ts";
import { PRINT_SPEEDS } from "../../contract/prints.ts";
import { seededRandom } from "../random.ts";

const RATE = 11_025;
const PROGRESSIONS = [[0, 7, 9, 5], [0, 5, 7, 7], [9, 5, 0, 7], [0, 9, 5, 7], [2, 7, 0, 0], [0, 3, 5, 10]];
const MINOR = [0, 3, 7];
const MAJOR = [0, 4, 7];

/**
 * The fingerprints of an invented song: chords of the progressions that half of all songs use, a melody, a bass and drums,
 * in a key, at a pace and with overtones of its own.
 */
export async function printsOfSong(seed: number, seconds = 40): Promise<Print[]> {
  const fingerprinter = await Fingerprinter.open(PRINT_SPEEDS);
  fingerprinter.take(songOf(seed, seconds), { sampleRate: RATE, channels: 1 });
  return fingerprinter.finish();
}

/** Samples of an invented song, mono, 11,025 a second. */
export function songOf(seed: number, seconds: number): Int16Array {
  const random = seededRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] ?? items[0] as Item;
  const sound = new Float32Array(RATE * seconds);
  const beat = 60 / (80 + random() * 60);
  const key = Math.floor(random() * 12);
  const progression = pick(PROGRESSIONS);
  const chord = pick([MAJOR, MINOR]);
  const [pad, lead] = [overtones(random), overtones(random)];
  for (let bar = 0; bar * 4 * beat < seconds; bar++) {
    const root = 48 + key + (progression[bar % progression.length] ?? 0);
    const start = bar * 4 * beat;
    for (const step of chord) {
      add(sound, { from: start, length: 4 * beat, note: root + step, level: 0.12, partials: pad });
    }
    for (let at = 0; at < 8; at++) {
      if (random() < 0.7) {
        const note = root + 12 + pick([0, 2, 4, 5, 7, 9, 11]);
        add(sound, { from: start + at * beat / 2, length: beat / 2, note, level: 0.25, partials: lead });
      }
    }
    for (let at = 0; at < 4; at++) {
      add(sound, { from: start + at * beat, length: beat * 0.8, note: root - 12, level: 0.3, partials: [1] });
    }
    for (let at = 0; at < 8; at++) {
      hit(sound, { from: start + at * beat / 2, level: at % 2 === 0 ? 0.3 : 0.12, random });
    }
  }
  return Int16Array.from(sound, (value) => Math.round(Math.max(-1, Math.min(1, value * 0.7)) * 32_767));
}

function overtones(random: () => number): number[] {
  return Array.from({ length: 5 }, (_, index) => random() / (index + 1));
}

interface Tone {
  readonly from: number;
  readonly length: number;
  readonly note: number;
  readonly level: number;
  readonly partials: readonly number[];
}

function add(sound: Float32Array, { from, length, note, level, partials }: Tone): void {
  const hz = 440 * 2 ** ((note - 69) / 12);
  const [first, count] = [Math.floor(from * RATE), Math.floor(length * RATE)];
  for (let at = 0; at < count && first + at < sound.length; at++) {
    const time = at / RATE;
    const fade = Math.min(1, time * 50) * Math.exp(-time * 1.5);
    let value = 0;
    partials.forEach((share, index) => value += share * Math.sin(2 * Math.PI * hz * (index + 1) * time));
    sound[first + at] = (sound[first + at] ?? 0) + value * fade * level;
  }
}

function hit(
  sound: Float32Array,
  { from, level, random }: { from: number; level: number; random: () => number },
): void {
  const first = Math.floor(from * RATE);
  for (let at = 0; at < RATE * 0.06 && first + at < sound.length; at++) {
    sound[first + at] = (sound[first + at] ?? 0) + (random() * 2 - 1) * level * Math.exp(-at / RATE * 60);
  }
}

/** White noise, and noise whose low sounds are loudest, mono, 11,025 samples a second. */
export function noiseOf(seed: number, seconds: number, { isPink = false } = {}): Int16Array {
  const random = seededRandom(seed);
  let low = 0;
  return Int16Array.from({ length: RATE * seconds }, () => {
    const white = random() * 2 - 1;
    low = low * 0.97 + white * 0.15;
    return Math.round((isPink ? low : white * 0.5) * 20_000);
  });
}

/** A fingerprint that no sound has: it changes as those of music do. For filling a catalogue. */
export function syntheticPrint(random: () => number, items = 1_600): Print {
  let item = Math.floor(random() * 2 ** 32) >>> 0;
  return Uint32Array.from({ length: items }, () => {
    // Of 32 judgements some four are others an eighth of a second later.
    for (let flips = Math.floor(random() * 9); flips > 0; flips--) item ^= 1 << Math.floor(random() * 32);
    return item;
  });
}
