import {
  addRinging,
  decayPerSample,
  gated,
  harmonicTable,
  readTable,
  SAMPLE_RATE,
  samplesOf,
  scaledToPeak,
  sine,
  type VoiceNote,
} from "./dsp.ts";

export const KEYS = { bell, choir, organ, pad, piano, rhodes };

/** An electric piano by frequency modulation: a soft body and, when struck hard, the bite of the tine. */
function rhodes({ hz, seconds, bright }: VoiceNote): Float32Array {
  const sound = new Float32Array(samplesOf(seconds + 0.3));
  const bodyDecay = decayPerSample(2.2 * (220 / hz) ** 0.4);
  const biteDecay = decayPerSample(0.5);
  const tineDecay = decayPerSample(0.09);
  let body = 1, bite = 0.12 + 0.22 * bright, tine = 0.05 + 0.07 * bright;
  for (let at = 0, phase = 0; at < sound.length; at++, phase += hz / SAMPLE_RATE) {
    const modulated = sine(phase + bite * sine(phase));
    sound[at] = body * (0.8 * modulated + 0.16 * sine(2 * phase + 0.05 * sine(phase)) + tine * sine(14 * phase));
    body *= bodyDecay;
    bite *= biteDecay;
    tine *= tineDecay;
  }
  return gated(sound, { attack: 0.003, seconds, release: 0.3 });
}

/** Struck strings: partials a little sharp, the higher ones dying sooner. */
function piano({ hz, seconds, bright }: VoiceNote): Float32Array {
  const sound = new Float32Array(samplesOf(seconds + 0.35));
  const partials = Math.min(12, Math.floor(12_000 / hz));
  for (let partial = 1; partial <= partials; partial++) {
    const sharp = partial * hz * Math.sqrt(1 + 0.0004 * partial * partial);
    const fall = 1.9 * (200 / hz) ** 0.5 / partial ** 0.75;
    const level = partial ** -(1.55 - 0.5 * bright) * (partial % 7 === 0 ? 0.3 : 1);
    addRinging(sound, { hz: sharp, fall, level });
  }
  return gated(scaledToPeak(sound, 1), { attack: 0.002, seconds, release: 0.35 });
}

const DRAWBARS = [1, 0.75, 0.7, 0.45, 0, 0.25, 0, 0.3];

/** Tone wheels through a turning loudspeaker. */
function organ({ hz, seconds, bright }: VoiceNote): Float32Array {
  const sound = new Float32Array(samplesOf(seconds + 0.12));
  const table = harmonicTable(hz / 2, (harmonic) => (DRAWBARS[harmonic - 1] ?? 0) * (harmonic > 3 ? bright + 0.2 : 1));
  for (let at = 0, phase = 0; at < sound.length; at++) {
    const turn = sine(at * 6.3 / SAMPLE_RATE);
    phase += hz / 2 / SAMPLE_RATE * (1 + 0.0025 * turn);
    sound[at] = readTable(table, phase) * (0.85 + 0.15 * turn);
  }
  return gated(sound, { attack: 0.012, seconds, release: 0.12 });
}

const VOWELS = {
  ah: [[750, 180, 1], [1200, 220, 0.6], [2700, 350, 0.25]],
  oh: [[450, 140, 1], [850, 180, 0.5], [2500, 350, 0.12]],
} as const;

/** Three singers, each with an own vibrato, on one vowel. */
function choir({ hz, seconds, bright }: VoiceNote): Float32Array {
  const sound = new Float32Array(samplesOf(seconds + 0.5));
  const formants = bright > 0.5 ? VOWELS.ah : VOWELS.oh;
  const table = harmonicTable(hz, (harmonic, overtone) => {
    const voiced = formants.reduce((sum, [at, width, level]) => sum + level * bell01((overtone - at) / width), 0.05);
    return voiced / harmonic ** 0.4 + (harmonic === 1 ? 0.35 : 0);
  });
  const singers = [
    { detune: -0.0035, rate: 4.9, level: 0.26 },
    { detune: 0.0005, rate: 5.4, level: 0.5 },
    { detune: 0.004, rate: 5.9, level: 0.24 },
  ];
  for (const { detune, rate, level } of singers) {
    for (let at = 0, phase = rate; at < sound.length; at++) {
      phase += hz / SAMPLE_RATE * (1 + detune + 0.004 * sine(at * rate / SAMPLE_RATE));
      sound[at] = (sound[at] ?? 0) + level * readTable(table, phase);
    }
  }
  return gated(sound, { attack: 0.14, seconds, release: 0.5 });
}

function bell01(distance: number): number {
  return Math.exp(-distance * distance);
}

/** Three detuned warm saws that swell in. */
function pad({ hz, seconds, bright }: VoiceNote): Float32Array {
  const sound = new Float32Array(samplesOf(seconds + 0.8));
  const cutoff = 700 + 1800 * bright;
  const table = harmonicTable(hz, (harmonic, overtone) => 1 / harmonic / (1 + (overtone / cutoff) ** 2));
  for (const [detune, level] of [[-0.0045, 0.22], [0.0002, 0.5], [0.005, 0.2]] as const) {
    for (let at = 0, phase = 1 + detune * 100; at < sound.length; at++) {
      phase += hz * (1 + detune) / SAMPLE_RATE;
      sound[at] = (sound[at] ?? 0) + level * readTable(table, phase);
    }
  }
  return gated(sound, { attack: Math.min(0.35, seconds * 0.4), seconds, release: 0.8 });
}

/** Glass and metal: frequency modulation at a crooked ratio. */
function bell({ hz, seconds, bright }: VoiceNote): Float32Array {
  const sound = new Float32Array(samplesOf(seconds + 0.9));
  const ring = decayPerSample(0.75);
  const shimmer = decayPerSample(0.22);
  let level = 0.9, index = 0.1 + 0.18 * bright;
  for (let at = 0, phase = 0; at < sound.length; at++, phase += hz / SAMPLE_RATE) {
    sound[at] = level * (0.8 * sine(phase + index * sine(3.5 * phase)) + 0.2 * sine(2.002 * phase));
    level *= ring;
    index *= shimmer;
  }
  return gated(sound, { attack: 0.002, seconds: seconds + 0.3, release: 0.6 });
}
