import type { Desk } from "./mixer.ts";
import { samplesOf, saturate, shaped, shareOf } from "./dsp.ts";

const PEAK = 0.89;
/** Loud enough to stand beside other records, with room left for the drums to breathe. */
const TARGET_RMS = 0.14;
const FADE_IN_S = 0.01;
const AIR = 0.4;
const WIDTH = 1.45;

/** The last steps: tone, width, warmth, level, fades. Returns interleaved stereo that never clips. */
export function master({ left, right }: Desk, fadeOutSeconds: number): Float32Array {
  for (const side of [left, right]) polish(side);
  widen(left, right);
  const drive = TARGET_RMS / Math.max(loudPartRms(left, right), 1e-6);
  const length = left.length;
  const pcm = new Float32Array(length * 2);
  let highest = 0;
  for (let at = 0; at < length; at++) {
    const a = saturate((left[at] ?? 0) * drive);
    const b = saturate((right[at] ?? 0) * drive);
    pcm[2 * at] = a;
    pcm[2 * at + 1] = b;
    highest = Math.max(highest, Math.abs(a), Math.abs(b));
  }
  fade(pcm, PEAK / Math.max(highest, PEAK), fadeOutSeconds);
  return pcm;
}

/** Takes the rumble out and lifts the air a little: small loudspeakers thank for both. */
function polish(side: Float32Array): void {
  const [rumbleShare, airShare] = [shareOf(30), shareOf(2600)];
  let rumble = 0, dull = 0;
  shaped(side, (input) => {
    rumble += rumbleShare * (input - rumble);
    dull += airShare * (input - dull);
    return input - rumble + AIR * (input - dull);
  });
}

function widen(left: Float32Array, right: Float32Array): void {
  for (let at = 0; at < left.length; at++) {
    const a = left[at] ?? 0;
    const b = right[at] ?? 0;
    const extra = (a - b) * (WIDTH - 1) / 2;
    left[at] = a + extra;
    right[at] = b - extra;
  }
}

/** Of the louder half of the song's quarter seconds, so that a quiet intro does not make the rest too loud. */
function loudPartRms(left: Float32Array, right: Float32Array): number {
  const block = samplesOf(0.25);
  const powers: number[] = [];
  for (let start = 0; start + block <= left.length; start += block) {
    let sum = 0;
    for (let at = start; at < start + block; at += 4) sum += (left[at] ?? 0) ** 2 + (right[at] ?? 0) ** 2;
    powers.push(sum / (block / 4) / 2);
  }
  const loud = powers.sort((a, b) => b - a).slice(0, Math.ceil(powers.length / 2));
  return Math.sqrt(loud.reduce((sum, power) => sum + power, 0) / Math.max(1, loud.length));
}

function fade(pcm: Float32Array, gain: number, fadeOutSeconds: number): void {
  const length = pcm.length / 2;
  const rise = samplesOf(FADE_IN_S);
  const fall = samplesOf(fadeOutSeconds);
  for (let at = 0; at < length; at++) {
    const out = Math.min(1, (length - 1 - at) / fall);
    const level = gain * Math.min(1, at / rise) * out * out * (3 - 2 * out);
    pcm[2 * at] = (pcm[2 * at] ?? 0) * level;
    pcm[2 * at + 1] = (pcm[2 * at + 1] ?? 0) * level;
  }
}
