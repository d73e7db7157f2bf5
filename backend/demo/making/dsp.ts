import type { Random } from "./random.ts";

export interface VoiceNote {
  hz: number;
  seconds: number;
  /** 0 played softly, 1 played hard: changes the tone, not the level. */
  bright: number;
  random: Random;
}

export const SAMPLE_RATE = 44_100;

const SINE_SIZE = 16_384;
const SINE = Float32Array.from({ length: SINE_SIZE }, (_, index) => Math.sin(2 * Math.PI * index / SINE_SIZE));

/** Sine of a phase in turns; five times faster than Math.sin, -74 dB of error. */
export function sine(turns: number): number {
  return SINE[turns * SINE_SIZE & SINE_SIZE - 1] ?? 0;
}

/** The frequency of a MIDI note; 69 is the A of 440 Hz. */
export function midiToHz(midi: number): number {
  return 440 * 2 ** ((midi - 69) / 12);
}

/** How many samples last so many seconds, at least one. */
export function samplesOf(seconds: number): number {
  return Math.max(1, Math.round(seconds * SAMPLE_RATE));
}

/** The factor that, applied at every sample, falls to 1/e in `seconds`. */
export function decayPerSample(seconds: number): number {
  return Math.exp(-1 / (seconds * SAMPLE_RATE));
}

const TABLE_SIZE = 2048;
const HIGHEST_HARMONIC_HZ = 14_000;

/** One cycle summed from harmonics that fit under the limit of hearing, so nothing folds back. Peak 1. */
export function harmonicTable(hz: number, amplitude: (harmonic: number, hz: number) => number): Float32Array {
  const table = new Float32Array(TABLE_SIZE);
  const count = Math.max(1, Math.min(48, Math.floor(HIGHEST_HARMONIC_HZ / hz)));
  for (let harmonic = 1; harmonic <= count; harmonic++) {
    const level = amplitude(harmonic, harmonic * hz);
    if (Math.abs(level) < 0.001) continue;
    const step = harmonic / TABLE_SIZE;
    for (let at = 0; at < TABLE_SIZE; at++) table[at] = (table[at] ?? 0) + level * sine(step * at);
  }
  return scaledToPeak(table, 1);
}

/** Reads a table at a phase in turns (not negative), interpolating. */
export function readTable(table: Float32Array, turns: number): number {
  const position = turns * TABLE_SIZE;
  const whole = Math.floor(position);
  const here = table[whole & TABLE_SIZE - 1] ?? 0;
  const next = table[whole + 1 & TABLE_SIZE - 1] ?? 0;
  return here + (next - here) * (position - whole);
}

/** Changes every sample, in place. */
export function shaped(sound: Float32Array, change: (value: number, at: number) => number): Float32Array {
  for (let at = 0; at < sound.length; at++) sound[at] = change(sound[at] ?? 0, at);
  return sound;
}

/** In place: rises in `attack`, is let go at `seconds`, falls away in `release` (all in seconds). */
export function gated(sound: Float32Array, { attack, seconds, release }: Gate): Float32Array {
  const rise = Math.min(samplesOf(attack), sound.length);
  const letGo = Math.min(samplesOf(seconds), sound.length);
  const fall = samplesOf(release);
  shaped(sound.subarray(0, rise), (value, at) => value * at / rise);
  shaped(sound.subarray(letGo), (value, at) => {
    const left = Math.max(0, 1 - at / fall);
    return value * left * left;
  });
  return sound;
}

interface Gate {
  attack: number;
  seconds: number;
  release: number;
}

/** Noise from -1 to 1, as many samples. */
export function whiteNoise(length: number, random: Random): Float32Array {
  return shaped(new Float32Array(length), () => random() * 2 - 1);
}

/** In place, 6 dB an octave for each pass. */
export function lowpassed(sound: Float32Array, hz: number, passes = 1): Float32Array {
  const share = shareOf(hz);
  for (let pass = 0, low = 0; pass < passes; pass++, low = 0) shaped(sound, (value) => low += share * (value - low));
  return sound;
}

/** In place, 6 dB an octave for each pass. */
export function highpassed(sound: Float32Array, hz: number, passes = 1): Float32Array {
  const share = shareOf(hz);
  for (let pass = 0, low = 0; pass < passes; pass++, low = 0) {
    shaped(sound, (value) => value - (low += share * (value - low)));
  }
  return sound;
}

/** How far a filter that divides at a frequency follows each sample. */
export function shareOf(hz: number): number {
  return 1 - Math.exp(-2 * Math.PI * hz / SAMPLE_RATE);
}

/** Fades a sound so that it falls to 1/e in so many seconds. In place. */
export function decayed(sound: Float32Array, seconds: number): Float32Array {
  const factor = decayPerSample(seconds);
  let level = 1;
  return shaped(sound, (value) => {
    const faded = value * level;
    level *= factor;
    return faded;
  });
}

/** Makes a sound as loud as its highest sample may be. In place; silence stays. */
export function scaledToPeak(sound: Float32Array, peak: number): Float32Array {
  const highest = sound.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return highest === 0 ? sound : shaped(sound, (value) => value * (peak / highest));
}

/** In place: the strongest twentieth of a second gets this root mean square. A plucked string's first peak says little. */
export function scaledToStrength(sound: Float32Array, strength: number): Float32Array {
  const window = samplesOf(0.05);
  let strongest = 0;
  for (let start = 0; start < Math.min(sound.length, samplesOf(0.6)); start += window) {
    const sum = sound.subarray(start, start + window).reduce((total, value) => total + value ** 2, 0);
    strongest = Math.max(strongest, Math.sqrt(sum / window));
  }
  return strongest === 0 ? sound : shaped(sound, (value) => value * (strength / strongest));
}

/** Adds `other`, times `level`, from a place given in seconds. */
export function addInto(sound: Float32Array, other: Float32Array, { level = 1, from = 0 } = {}): Float32Array {
  const start = Math.round(from * SAMPLE_RATE);
  const end = Math.min(other.length, sound.length - start);
  for (let at = 0; at < end; at++) sound[start + at] = (sound[start + at] ?? 0) + level * (other[at] ?? 0);
  return sound;
}

/** Soft clipping: near straight when quiet, never beyond ±1. */
export function saturate(value: number): number {
  if (value > 3) return 1;
  if (value < -3) return -1;
  const square = value * value;
  return value * (27 + square) / (27 + 9 * square);
}

/** A decaying sine by recursion: two multiplications a sample. */
export function addRinging(sound: Float32Array, { hz, fall, level }: { hz: number; fall: number; level: number }) {
  const decay = decayPerSample(fall);
  const turn = 2 * decay * Math.cos(2 * Math.PI * hz / SAMPLE_RATE);
  const shrink = decay * decay;
  let before = 0;
  let last = level * Math.sin(2 * Math.PI * hz / SAMPLE_RATE);
  for (let at = 0; at < sound.length; at++) {
    sound[at] = (sound[at] ?? 0) + last;
    const next = turn * last - shrink * before;
    before = last;
    last = next;
  }
}
