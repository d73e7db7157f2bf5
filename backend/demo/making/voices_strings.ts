import {
  addInto,
  addRinging,
  decayed,
  decayPerSample,
  gated,
  highpassed,
  lowpassed,
  SAMPLE_RATE,
  samplesOf,
  saturate,
  scaledToPeak,
  sine,
  type VoiceNote,
  whiteNoise,
} from "./dsp.ts";

export const STRINGS = { balafon, bass, guitar, kalimba, logDrum, mutedGuitar, nylonGuitar, subBass };

/** The clean, ringing guitar of palm-wine music. */
function guitar(note: VoiceNote): Float32Array {
  const sound = pluckedString(note, { ringSeconds: 3.6 * (200 / note.hz) ** 0.35, pickAt: 0.19, softness: 0.22 });
  return gated(sound, { attack: 0.001, seconds: note.seconds, release: 0.16 });
}

/** The same, damped with the hand: the tenor guitar that never stops. */
function mutedGuitar(note: VoiceNote): Float32Array {
  const sound = pluckedString(note, { ringSeconds: 0.6, pickAt: 0.12, softness: 0.36 });
  return gated(sound, { attack: 0.001, seconds: Math.min(note.seconds, 0.2), release: 0.08 });
}

/** A nylon string, darker and closer. */
function nylonGuitar(note: VoiceNote): Float32Array {
  const sound = pluckedString(note, { ringSeconds: 2.6 * (200 / note.hz) ** 0.35, pickAt: 0.31, softness: 0.4 });
  return gated(sound, { attack: 0.001, seconds: note.seconds, release: 0.2 });
}

interface StringSpec {
  /** Seconds to -60 dB. */
  ringSeconds: number;
  /** Where it is plucked, as a share of its length: nearer the bridge is brighter. */
  pickAt: number;
  /** 0.5 averages neighbours fully and dulls fast; 0 does not dull. */
  softness: number;
}

/** Karplus and Strong's string (1983), tuned to fractions of a sample. */
function pluckedString({ hz, seconds, bright, random }: VoiceNote, spec: StringSpec): Float32Array {
  const sound = new Float32Array(samplesOf(seconds + 0.25));
  const period = SAMPLE_RATE / hz - spec.softness;
  const length = Math.floor(period);
  const fraction = period - length;
  const string = excitation(length, { pickAt: spec.pickAt, cutoff: 1800 + 5200 * bright, random });
  const loss = 10 ** (-3 / (hz * spec.ringSeconds));
  let before = 0, last = 0;
  for (let at = 0, place = 0; at < sound.length; at++) {
    const here = string[place] ?? 0;
    sound[at] = here;
    const delayed = here + fraction * (before - here);
    string[place] = loss * (delayed + spec.softness * (last - delayed));
    before = here;
    last = delayed;
    place = place + 1 === length ? 0 : place + 1;
  }
  return scaledToPeak(highpassed(sound, 60), 0.9);
}

interface Pick {
  pickAt: number;
  cutoff: number;
  random: VoiceNote["random"];
}

function excitation(length: number, { pickAt, cutoff, random }: Pick): Float32Array {
  const burst = lowpassed(whiteNoise(length, random), cutoff);
  const offset = Math.max(1, Math.round(length * pickAt));
  const combed = burst.map((value, at) => value - 0.9 * (burst[(at - offset + length) % length] ?? 0));
  const mean = combed.reduce((sum, value) => sum + value, 0) / length;
  return combed.map((value) => value - mean);
}

/** A round finger bass: a strong fundamental, overtones that leave early. */
function bass({ hz, seconds, bright, random }: VoiceNote): Float32Array {
  const sound = new Float32Array(samplesOf(seconds + 0.08));
  const overtones = [[1, 1.6, 1], [2, 0.7, 0.6], [3, 0.34, 0.35 * bright + 0.15], [4, 0.2, 0.28 * bright], [
    5,
    0.12,
    0.15 * bright,
  ]] as const;
  for (const [harmonic, fall, level] of overtones) addRinging(sound, { hz: hz * harmonic, fall, level });
  const finger = decayed(lowpassed(whiteNoise(samplesOf(0.02), random), 1400), 0.004);
  addInto(sound, finger, { level: 0.5 * bright });
  for (let at = 0; at < sound.length; at++) sound[at] = saturate((sound[at] ?? 0) * 0.9);
  return gated(scaledToPeak(sound, 0.9), { attack: 0.004, seconds, release: 0.07 });
}

/** The long low drum-bass under trap: a kick whose tone stays. */
function subBass({ hz, seconds, bright }: VoiceNote): Float32Array {
  const sound = new Float32Array(samplesOf(seconds + 0.1));
  const fall = decayPerSample(0.9);
  const drop = decayPerSample(0.014);
  let level = 1, height = 2.2;
  for (let at = 0, phase = 0; at < sound.length; at++) {
    phase += hz * (1 + height) / SAMPLE_RATE;
    sound[at] = saturate(level * (1.3 + 0.9 * bright) * sine(phase)) * 0.95;
    level *= fall;
    height *= drop;
  }
  return gated(sound, { attack: 0.003, seconds, release: 0.1 });
}

/** The log drum of amapiano: a wooden knock, a falling pitch, a distorted belly. */
function logDrum({ hz, seconds, bright, random }: VoiceNote): Float32Array {
  const sound = new Float32Array(samplesOf(Math.min(seconds, 0.7) + 0.25));
  const fall = decayPerSample(0.3);
  const drop = decayPerSample(0.02);
  const knock = decayPerSample(0.045);
  let level = 1, height = 0.9, index = 0.25 + 0.3 * bright;
  for (let at = 0, phase = 0; at < sound.length; at++) {
    phase += hz * (1 + height) / SAMPLE_RATE;
    const tone = sine(phase + index * sine(2 * phase)) + 0.25 * sine(2 * phase) * level;
    sound[at] = saturate(2.3 * level * tone) * 0.85;
    level *= fall;
    height *= drop;
    index *= knock;
  }
  addInto(sound, decayed(highpassed(whiteNoise(samplesOf(0.015), random), 900), 0.003), { level: 0.35 });
  return gated(sound, { attack: 0.001, seconds: Math.min(seconds, 0.7), release: 0.2 });
}

/** Wooden bars over gourds. */
function balafon({ hz, bright, random }: VoiceNote): Float32Array {
  const sound = new Float32Array(samplesOf(0.75));
  addRinging(sound, { hz, fall: 0.26 * (300 / hz) ** 0.5, level: 1 });
  addRinging(sound, { hz: hz * 3.93, fall: 0.07, level: 0.22 + 0.25 * bright });
  addRinging(sound, { hz: Math.min(hz * 9.2, 12_000), fall: 0.025, level: 0.15 * bright });
  addInto(sound, decayed(lowpassed(whiteNoise(samplesOf(0.03), random), 2500), 0.006), { level: 0.5 });
  return gated(scaledToPeak(sound, 0.9), { attack: 0.001, seconds: 0.45, release: 0.3 });
}

/** Thumb piano: a pure tine and a short metal overtone. */
function kalimba({ hz, bright, random }: VoiceNote): Float32Array {
  const sound = new Float32Array(samplesOf(1.3));
  addRinging(sound, { hz, fall: 0.42, level: 1 });
  addRinging(sound, { hz: hz * 2.01, fall: 0.2, level: 0.12 });
  addRinging(sound, { hz: Math.min(hz * 5.43, 12_000), fall: 0.05, level: 0.16 + 0.2 * bright });
  addInto(sound, decayed(highpassed(whiteNoise(samplesOf(0.02), random), 500), 0.004), { level: 0.25 });
  return gated(scaledToPeak(sound, 0.9), { attack: 0.001, seconds: 0.9, release: 0.4 });
}
