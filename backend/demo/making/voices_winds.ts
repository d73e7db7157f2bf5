import {
  decayPerSample,
  gated,
  harmonicTable,
  readTable,
  SAMPLE_RATE,
  samplesOf,
  sine,
  type VoiceNote,
} from "./dsp.ts";
import type { Random } from "./random.ts";

export const WINDS = { flute, horns, mutedTrumpet, saxophone, synthLead, synthPluck };

interface WindSpec {
  soft: (harmonic: number, hz: number) => number;
  loud: (harmonic: number, hz: number) => number;
  /** Share of the loud table once the note has opened, and how long it opens. */
  opening: readonly [share: number, seconds: number];
  /** How far below the note it begins, in shares of its frequency, and how long the slide takes. */
  scoop: readonly [share: number, seconds: number];
  vibrato: readonly [depth: number, hz: number];
  breath: number;
}

/** A tube that is blown: it opens from a dark to a bright tone, slides into pitch and begins to sing. */
function blown({ hz, seconds, random }: VoiceNote, spec: WindSpec, release: number): Float32Array {
  const sound = new Float32Array(samplesOf(seconds + release));
  const soft = harmonicTable(hz, spec.soft);
  const loud = harmonicTable(hz, spec.loud);
  const openDecay = decayPerSample(spec.opening[1]);
  const scoopDecay = decayPerSample(spec.scoop[1]);
  const breath = breathing(random, hz);
  let closed = 1, low = spec.scoop[0];
  for (let at = 0, phase = 0; at < sound.length; at++) {
    const sung = Math.min(1, Math.max(0, at / SAMPLE_RATE - 0.18) * 4);
    const wave = sine(at * spec.vibrato[1] / SAMPLE_RATE) * sung;
    phase += hz / SAMPLE_RATE * (1 - low + spec.vibrato[0] * wave);
    const share = spec.opening[0] * (1 - closed) * (1 + 0.15 * wave);
    const tone = readTable(soft, phase) * (1 - share) + readTable(loud, phase) * share;
    sound[at] = tone * (1 + 0.08 * wave) + spec.breath * breath() * (0.5 + closed);
    closed *= openDecay;
    low *= scoopDecay;
  }
  return sound;
}

/** Air around the second harmonic: noise through a simple resonance. */
function breathing(random: Random, hz: number): () => number {
  const turn = 2 * 0.985 * Math.cos(2 * Math.PI * Math.min(2 * hz, 5000) / SAMPLE_RATE);
  const shrink = 0.985 * 0.985;
  let last = 0, before = 0;
  return () => {
    const next = turn * last - shrink * before + 0.12 * (random() * 2 - 1);
    before = last;
    last = next;
    return next;
  };
}

function around(hz: number, centre: number, width: number): number {
  const distance = (hz - centre) / width;
  return Math.exp(-distance * distance);
}

/** Tenor saxophone, played kindly. */
function saxophone(note: VoiceNote): Float32Array {
  const reed = (_: number, hz: number) =>
    0.25 + around(hz, 550, 350) + 0.5 * around(hz, 1300, 500) + 0.2 * around(hz, 2600, 700);
  const sound = blown(note, {
    soft: (harmonic, hz) => reed(harmonic, hz) / harmonic ** 1.5,
    loud: (harmonic, hz) => reed(harmonic, hz) / harmonic ** (0.95 - 0.25 * note.bright),
    opening: [0.75, 0.06],
    scoop: [0.03, 0.035],
    vibrato: [0.006, 5.1],
    breath: 0.035,
  }, 0.12);
  return gated(sound, { attack: 0.025, seconds: note.seconds, release: 0.12 });
}

/** A wooden flute with more air than metal. */
function flute(note: VoiceNote): Float32Array {
  const levels = [1, 0.28, 0.14, 0.05, 0.02];
  const sound = blown(note, {
    soft: (harmonic) => levels[harmonic - 1] ?? 0,
    loud: (harmonic) => (levels[harmonic - 1] ?? 0) * (harmonic > 1 ? 1.8 : 1),
    opening: [0.4 + 0.4 * note.bright, 0.08],
    scoop: [0.012, 0.03],
    vibrato: [0.005, 4.8],
    breath: 0.09,
  }, 0.14);
  return gated(sound, { attack: 0.04, seconds: note.seconds, release: 0.14 });
}

/** Trumpet with a harmon mute: small, close, a little nasal. */
function mutedTrumpet(note: VoiceNote): Float32Array {
  const mute = (hz: number) => 0.12 + around(hz, 1700, 650) + 0.35 * around(hz, 3400, 900);
  const sound = blown(note, {
    soft: (harmonic, hz) => (mute(hz) + (harmonic === 1 ? 0.7 : 0)) / harmonic ** 0.9,
    loud: (harmonic, hz) => (mute(hz) + (harmonic === 1 ? 0.5 : 0)) / harmonic ** 0.5,
    opening: [0.5 + 0.3 * note.bright, 0.05],
    scoop: [0.015, 0.025],
    vibrato: [0.005, 5.4],
    breath: 0.015,
  }, 0.1);
  return gated(sound, { attack: 0.018, seconds: note.seconds, release: 0.1 });
}

/** A horn section in one note: two tubes a hair apart. */
function horns(note: VoiceNote): Float32Array {
  const spec: WindSpec = {
    soft: (harmonic) => 1 / harmonic ** 2,
    loud: (harmonic, hz) => 1 / harmonic ** 0.85 / (1 + (hz / (2600 + 2600 * note.bright)) ** 4),
    opening: [0.85, 0.045],
    scoop: [0.02, 0.02],
    vibrato: [0.003, 5],
    breath: 0.01,
  };
  const first = blown(note, spec, 0.1);
  const second = blown({ ...note, hz: note.hz * 1.004 }, spec, 0.1);
  for (let at = 0; at < first.length; at++) first[at] = (first[at] ?? 0) + 0.45 * (second[at] ?? 0);
  return gated(first, { attack: 0.02, seconds: note.seconds, release: 0.1 });
}

/** The soft plucked synthesizer of today's pop: bright for a moment, then round. */
function synthPluck({ hz, seconds, bright }: VoiceNote): Float32Array {
  const sound = new Float32Array(samplesOf(seconds + 0.35));
  const open = harmonicTable(hz, (harmonic, overtone) => 1 / harmonic / (1 + (overtone / (2500 + 3500 * bright)) ** 2));
  const shut = harmonicTable(hz, (harmonic) => 1 / harmonic ** 2.4);
  const fall = decayPerSample(0.5);
  const closing = decayPerSample(0.085);
  for (const [detune, strength] of [[-0.0005, 1], [0.0045, 0.4]] as const) {
    let level = strength, share = 0.9;
    for (let at = 0, phase = 0.5 + detune * 50; at < sound.length; at++) {
      phase += hz * (1 + detune) / SAMPLE_RATE;
      const tone = readTable(open, phase) * share + readTable(shut, phase) * (1 - share);
      sound[at] = (sound[at] ?? 0) + level * tone;
      level *= fall;
      share *= closing;
    }
  }
  return gated(sound, { attack: 0.002, seconds, release: 0.35 });
}

/** A whistling synthesizer lead that glides into its notes. */
function synthLead(note: VoiceNote): Float32Array {
  const sound = blown(note, {
    soft: (harmonic) => harmonic % 2 === 1 ? 1 / harmonic ** 2 : 0.1 / harmonic,
    loud: (harmonic, hz) => 1 / harmonic / (1 + (hz / 2400) ** 2),
    opening: [0.35 + 0.3 * note.bright, 0.12],
    scoop: [0.04, 0.03],
    vibrato: [0.007, 5.6],
    breath: 0,
  }, 0.18);
  return gated(sound, { attack: 0.012, seconds: note.seconds, release: 0.18 });
}
