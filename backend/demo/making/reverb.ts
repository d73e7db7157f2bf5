import { SAMPLE_RATE } from "./dsp.ts";

const COMB_SECONDS = [0.0297, 0.0371, 0.0411, 0.0437];
const ALLPASS_SECONDS = [0.005, 0.0017];
const RIGHT_SPREAD_SECONDS = 0.0011;
const DAMPING = 0.32;

/** A small hall after Schroeder: its sound, from `send`, is added to both sides. Runs at half the sample rate. */
export function addRoom(
  { send, left, right }: { send: Float32Array; left: Float32Array; right: Float32Array },
  liveness: number,
): void {
  const half = new Float32Array(send.length >> 1);
  for (let at = 0; at < half.length; at++) half[at] = ((send[2 * at] ?? 0) + (send[2 * at + 1] ?? 0)) * 0.5;
  mixDoubled(room(half, 0, liveness), left);
  mixDoubled(room(half, RIGHT_SPREAD_SECONDS, liveness), right);
}

function room(input: Float32Array, spread: number, liveness: number): Float32Array {
  const rate = SAMPLE_RATE / 2;
  const sum = new Float32Array(input.length);
  for (const seconds of COMB_SECONDS) addComb(input, sum, { length: Math.round((seconds + spread) * rate), liveness });
  return ALLPASS_SECONDS.reduce<Float32Array>(
    (sound, seconds) => allpassed(sound, Math.round((seconds + spread) * rate)),
    sum,
  );
}

function addComb(
  input: Float32Array,
  sum: Float32Array,
  { length, liveness }: { length: number; liveness: number },
): void {
  const delay = new Float32Array(length);
  let dull = 0;
  for (let at = 0, place = 0; at < input.length; at++) {
    const echo = delay[place] ?? 0;
    dull = echo * (1 - DAMPING) + dull * DAMPING;
    delay[place] = (input[at] ?? 0) + dull * liveness;
    sum[at] = (sum[at] ?? 0) + echo * 0.25;
    place = place + 1 === length ? 0 : place + 1;
  }
}

function allpassed(sound: Float32Array, length: number): Float32Array {
  const delay = new Float32Array(length);
  for (let at = 0, place = 0; at < sound.length; at++) {
    const held = delay[place] ?? 0;
    const input = sound[at] ?? 0;
    delay[place] = input + held * 0.5;
    sound[at] = held - input * 0.5;
    place = place + 1 === length ? 0 : place + 1;
  }
  return sound;
}

function mixDoubled(half: Float32Array, full: Float32Array): void {
  let before = 0;
  for (let at = 0; at < half.length; at++) {
    const here = half[at] ?? 0;
    full[2 * at] = (full[2 * at] ?? 0) + (before + here) * 0.5;
    full[2 * at + 1] = (full[2 * at + 1] ?? 0) + here;
    before = here;
  }
}
