import {
  addInto,
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
  whiteNoise,
} from "./dsp.ts";
import type { Random } from "./random.ts";

/** Every drum is one short sound, made anew for each song from the song's own random numbers. */
export const DRUMS = {
  kick: (random: Random) => struckSkin(random, { hz: 52, drop: 2.4, dropSeconds: 0.022, fall: 0.16, click: 0.35 }),
  softKick: (random: Random) => struckSkin(random, { hz: 48, drop: 1.5, dropSeconds: 0.03, fall: 0.2, click: 0.12 }),
  deepKick: (random: Random) => struckSkin(random, { hz: 44, drop: 3, dropSeconds: 0.03, fall: 0.26, click: 0.25 }),
  snare: (random: Random) => snare(random, { body: 188, bodyLevel: 0.55, rattle: 0.12, cutoff: 1600 }),
  fatSnare: (random: Random) => snare(random, { body: 165, bodyLevel: 0.75, rattle: 0.17, cutoff: 1100 }),
  brush: (random: Random) =>
    gated(band(random, [1800, 7000], { seconds: 0.16, fall: 0.07 }), { attack: 0.02, seconds: 0.1, release: 0.06 }),
  rim: (random: Random) => rim(random),
  clap: (random: Random) => clap(random),
  snap: (random: Random) =>
    scaledToPeak(addInto(band(random, [1700, 5000], { seconds: 0.12, fall: 0.018 }), click(random, 0.6)), 0.9),
  hat: (random: Random) => metal(random, { seconds: 0.07, fall: 0.016, low: 6500 }),
  openHat: (random: Random) => metal(random, { seconds: 0.42, fall: 0.13, low: 6000 }),
  ride: (random: Random) => ride(random),
  crash: (random: Random) => metal(random, { seconds: 1.9, fall: 0.55, low: 3500 }),
  shaker: (random: Random) =>
    gated(band(random, [5200, 11_000], { seconds: 0.1, fall: 0.03 }), { attack: 0.018, seconds: 0.05, release: 0.05 }),
  shekere: (random: Random) => shekere(random),
  tambourine: (random: Random) => metal(random, { seconds: 0.16, fall: 0.04, low: 7500 }),
  agogoHigh: (random: Random) => agogo(random, 905),
  agogoLow: (random: Random) => agogo(random, 668),
  woodblock: (random: Random) => wood(random, 1150),
  clave: (random: Random) => wood(random, 2350),
  congaHigh: (random: Random) => struckSkin(random, { hz: 262, drop: 0.12, dropSeconds: 0.02, fall: 0.11, click: 0.3 }),
  congaLow: (random: Random) =>
    struckSkin(random, { hz: 176, drop: 0.12, dropSeconds: 0.025, fall: 0.15, click: 0.22 }),
  congaSlap: (random: Random) =>
    addInto(band(random, [1500, 6000], { seconds: 0.12, fall: 0.02 }), skin(310, 0.04), { level: 0.5 }),
  tomHigh: (random: Random) => struckSkin(random, { hz: 146, drop: 0.5, dropSeconds: 0.04, fall: 0.2, click: 0.2 }),
  tomLow: (random: Random) => struckSkin(random, { hz: 98, drop: 0.5, dropSeconds: 0.05, fall: 0.26, click: 0.2 }),
  udu: (random: Random) => glidingSkin(random, { from: 78, to: 104, glide: 0.1, fall: 0.22 }),
  talkLow: (random: Random) => glidingSkin(random, { from: 150, to: 138, glide: 0.08, fall: 0.16 }),
  talkHigh: (random: Random) => glidingSkin(random, { from: 232, to: 222, glide: 0.08, fall: 0.14 }),
  talkUp: (random: Random) => glidingSkin(random, { from: 142, to: 236, glide: 0.13, fall: 0.2 }),
  talkDown: (random: Random) => glidingSkin(random, { from: 240, to: 140, glide: 0.15, fall: 0.22 }),
  rise: (random: Random) => rise(random),
  crackle: (random: Random) => crackle(random),
} as const;

export type Drum = keyof typeof DRUMS;

type Numbers<Name extends string> = Record<Name, number>;

interface Skin {
  hz: number;
  /** How far above its tone it begins, in shares of it. */
  drop: number;
  dropSeconds: number;
  fall: number;
  click: number;
}

function struckSkin(random: Random, { hz, drop, dropSeconds, fall, click: clickLevel }: Skin): Float32Array {
  const sound = new Float32Array(samplesOf(fall * 4.5));
  const fallDecay = decayPerSample(fall);
  const dropDecay = decayPerSample(dropSeconds);
  let level = 1, height = drop * (0.97 + 0.06 * random());
  for (let at = 0, phase = 0; at < sound.length; at++) {
    phase += hz * (1 + height) / SAMPLE_RATE;
    sound[at] = saturate(1.3 * level * sine(phase));
    level *= fallDecay;
    height *= dropDecay;
  }
  addInto(sound, click(random, clickLevel));
  return gated(scaledToPeak(sound, 0.95), { attack: 0.0008, seconds: fall * 3.5, release: fall });
}

function click(random: Random, level: number): Float32Array {
  const sound = decayed(whiteNoise(samplesOf(0.02), random), 0.0025);
  return scaledToPeak(lowpassed(sound, 5000), level);
}

function skin(hz: number, fall: number): Float32Array {
  const sound = new Float32Array(samplesOf(fall * 4));
  for (let at = 0; at < sound.length; at++) sound[at] = sine(at * hz / SAMPLE_RATE);
  return decayed(sound, fall);
}

/** Noise between two frequencies, dying away. */
function band(random: Random, [low, high]: [number, number], { seconds, fall }: Numbers<"seconds" | "fall">) {
  const noise = highpassed(lowpassed(whiteNoise(samplesOf(seconds), random), high, 2), low, 2);
  return scaledToPeak(decayed(noise, fall), 0.9);
}

function snare(
  random: Random,
  { body, bodyLevel, rattle, cutoff }: Numbers<"body" | "bodyLevel" | "rattle" | "cutoff">,
): Float32Array {
  const sound = band(random, [cutoff, 9000], { seconds: rattle * 3.5, fall: rattle * 0.6 });
  addInto(sound, skin(body, 0.055), { level: bodyLevel });
  addInto(sound, skin(body * 1.72, 0.03), { level: bodyLevel * 0.5 });
  return gated(scaledToPeak(sound, 0.9), { attack: 0.0008, seconds: rattle * 2, release: rattle * 1.5 });
}

function rim(random: Random): Float32Array {
  const sound = new Float32Array(samplesOf(0.09));
  addInto(sound, skin(1680, 0.011), { level: 0.8 });
  addInto(sound, skin(815, 0.016), { level: 0.6 });
  addInto(sound, click(random, 0.4));
  return scaledToPeak(sound, 0.9);
}

/** Several hands are never together. */
function clap(random: Random): Float32Array {
  const sound = new Float32Array(samplesOf(0.3));
  for (const from of [0, 0.009 + 0.003 * random(), 0.02 + 0.003 * random()]) {
    addInto(sound, band(random, [900, 4200], { seconds: 0.03, fall: 0.006 }), { from, level: 0.7 });
  }
  addInto(sound, band(random, [1000, 4500], { seconds: 0.25, fall: 0.06 }), { from: 0.028, level: 0.75 });
  return scaledToPeak(sound, 0.9);
}

/** Six inharmonic square tones and noise, as drum machines have done it since 1980. */
function metal(random: Random, { seconds, fall, low }: Numbers<"seconds" | "fall" | "low">): Float32Array {
  const sound = whiteNoise(samplesOf(seconds), random);
  for (const hz of [2054, 3068, 3697, 5222, 5403, 8004]) {
    const step = hz * (0.99 + 0.02 * random()) / SAMPLE_RATE;
    for (let at = 0, phase = random(); at < sound.length; at++, phase += step) {
      sound[at] = (sound[at] ?? 0) + (phase % 1 < 0.5 ? 0.28 : -0.28);
    }
  }
  const filtered = lowpassed(highpassed(sound, low, 3), 13_000);
  return gated(scaledToPeak(decayed(filtered, fall), 0.8), {
    attack: 0.001,
    seconds: seconds * 0.7,
    release: seconds * 0.3,
  });
}

function ride(random: Random): Float32Array {
  const sound = scaledToPeak(metal(random, { seconds: 1.1, fall: 0.32, low: 4500 }), 0.45);
  for (const [hz, level] of [[3120, 0.16], [4270, 0.12], [5630, 0.1]] as const) {
    addInto(sound, skin(hz, 0.16), { level });
  }
  return scaledToPeak(addInto(sound, click(random, 0.2)), 0.8);
}

/** A gourd in a net of beads: many small strikes, thick in the middle. */
function shekere(random: Random): Float32Array {
  const sound = new Float32Array(samplesOf(0.2));
  for (let bead = 0; bead < 70; bead++) {
    const from = 0.15 * (random() + random()) / 2;
    addInto(sound, decayed(whiteNoise(samplesOf(0.008), random), 0.0016), { from, level: 0.3 + 0.7 * random() });
  }
  return scaledToPeak(decayed(highpassed(lowpassed(sound, 9000), 2600, 2), 0.07), 0.85);
}

function agogo(random: Random, hz: number): Float32Array {
  const sound = new Float32Array(samplesOf(0.4));
  for (
    const [ratio, level, fall] of [[1, 1, 0.11], [1.504, 0.55, 0.08], [2.74, 0.3, 0.04], [4.1, 0.16, 0.02]] as const
  ) {
    addInto(sound, skin(hz * ratio, fall), { level });
  }
  return gated(scaledToPeak(addInto(sound, click(random, 0.3)), 0.8), { attack: 0.0008, seconds: 0.25, release: 0.15 });
}

function wood(random: Random, hz: number): Float32Array {
  const sound = addInto(new Float32Array(samplesOf(0.12)), skin(hz, 0.018));
  addInto(sound, skin(hz * 1.58, 0.009), { level: 0.4 });
  return scaledToPeak(addInto(sound, click(random, 0.25)), 0.85);
}

/** An hourglass drum: squeezing the cords bends the note while it sounds. */
function glidingSkin(
  random: Random,
  { from, to, glide, fall }: Numbers<"from" | "to" | "glide" | "fall">,
): Float32Array {
  const sound = new Float32Array(samplesOf(fall * 4));
  const fallDecay = decayPerSample(fall);
  let level = 1;
  for (let at = 0, phase = 0, second = 0; at < sound.length; at++) {
    const way = Math.min(1, at / SAMPLE_RATE / glide);
    const hz = from * (to / from) ** (way * way * (3 - 2 * way));
    phase += hz / SAMPLE_RATE;
    second += hz * 1.51 / SAMPLE_RATE;
    sound[at] = level * (0.85 * sine(phase) + 0.28 * level * sine(second));
    level *= fallDecay;
  }
  addInto(sound, click(random, 0.35));
  return gated(scaledToPeak(sound, 0.9), { attack: 0.001, seconds: fall * 3, release: fall });
}

/** Two seconds of air that open before a chorus. */
function rise(random: Random): Float32Array {
  const noise = whiteNoise(samplesOf(2), random);
  let state = 0;
  for (let at = 0; at < noise.length; at++) {
    const way = at / noise.length;
    const share = 0.02 + 0.5 * way ** 3;
    state += share * ((noise[at] ?? 0) - state);
    noise[at] = state * way ** 2;
  }
  return gated(scaledToPeak(highpassed(noise, 300), 0.6), { attack: 0.2, seconds: 1.93, release: 0.07 });
}

/** One second of an old record's dust. */
function crackle(random: Random): Float32Array {
  const sound = new Float32Array(samplesOf(1));
  for (let speck = 0; speck < 26; speck++) {
    addInto(sound, decayed(whiteNoise(samplesOf(0.004), random), 0.0007), {
      from: random() * 0.99,
      level: random() ** 2,
    });
  }
  return scaledToPeak(lowpassed(highpassed(sound, 700), 5500), 0.5);
}
