import { expect, it } from "vitest";
import { encodeWav } from "../../testing/wav.ts";
import { ffmpeg } from "./ffmpeg.ts";
import { PCM_OUTPUT, PcmReader } from "./pcm_reader.ts";
import { melody, RATE } from "./test_sounds.ts";
import { TruePeak } from "./true_peak.ts";

interface Tone {
  readonly rate: number;
  /** Samples of one swing. */
  readonly swing: number;
  readonly degrees: number;
  readonly level: number;
}

function peakOf({ rate, swing, degrees, level }: Tone): number | undefined {
  const truePeak = new TruePeak();
  const samples = new Float64Array(rate).map((_, at) => level * Math.sin(2 * Math.PI * (at / swing + degrees / 360)));
  // FFmpeg's pieces have no length of ours.
  for (let at = 0; at < rate; at += 1_021) {
    truePeak.add(samples.subarray(at, at + 1_021), { sampleRate: rate, channels: 1 });
  }
  return truePeak.finish();
}

const TECH_3341 = [
  { test: 15, swing: 4, degrees: 0, level: 0.5, wanted: -6 },
  { test: 16, swing: 4, degrees: 45, level: 0.5, wanted: -6 },
  { test: 17, swing: 6, degrees: 60, level: 0.5, wanted: -6 },
  { test: 18, swing: 8, degrees: 67.5, level: 0.5, wanted: -6 },
  { test: 19, swing: 4, degrees: 45, level: 1.41, wanted: 3 },
];

it.each(TECH_3341)("a tone of EBU Tech 3341, test $test, peaks at $wanted dBTP", ({ wanted, ...tone }) => {
  for (const rate of [22_050, 44_100, 48_000, 96_000]) {
    const peak = peakOf({ rate, ...tone }) ?? NaN;
    expect(peak, `${rate} Hz`).toBeLessThanOrEqual(wanted + 0.2);
    expect(peak, `${rate} Hz`).toBeGreaterThanOrEqual(wanted - 0.4);
  }
});

/** What goes into a recording's true peak, and how FFmpeg is told to make it of a melody. */
const RECORDINGS = [
  { sound: "a melody", filters: "anull" },
  { sound: "one that is far above full scale", filters: "volume=20dB" },
  { sound: "one that a limiter holds", filters: "volume=20dB,alimiter=limit=0.9:attack=1:release=20:level=0" },
  { sound: "one that is clipped", filters: "volume=20dB,aformat=sample_fmts=s16" },
  { sound: "three channels", filters: "volume=9dB,pan=3.0|c0=c0|c1=c1|c2=c0-c1" },
  { sound: "96 kHz", filters: "volume=6dB,aresample=96000" },
  { sound: "a telephone's", filters: "aresample=8000" },
];

it.each(RECORDINGS)("the true peak of $sound is what FFmpeg's filter finds", async ({ filters }) => {
  const input = await Deno.makeTempFile({ suffix: ".wav" });
  try {
    const noise = melody(6).map((sample, at) => sample + 0.2 * Math.sin(at * at) * Math.exp(-(at % RATE) / 2_000));
    await Deno.writeFile(input, encodeWav(noise, RATE));
    const truePeak = new TruePeak();
    const pcm = new PcmReader(({ exact }) => truePeak.add(exact, pcm));
    const { lines } = await ffmpeg(
      [
        "-v",
        "verbose",
        "-nostats",
        "-i",
        "input",
        "-af",
        `${filters},ebur128=framelog=verbose:peak=true`,
        ...PCM_OUTPUT,
      ],
      { input, take: (bytes) => pcm.take(bytes) },
    );
    const said = lines.findLast((line) => /^\s*Peak:/.test(line)) ?? "";
    expect(Math.abs((truePeak.finish() ?? NaN) - Number(/-?\d+\.\d/.exec(said)?.[0])), said).toBeLessThan(0.21);
  } finally {
    await Deno.remove(input);
  }
});

it("the true peak of silence, and of what is no number, is not known", () => {
  for (const height of [0, NaN, Infinity]) {
    const truePeak = new TruePeak();
    truePeak.add(new Float64Array(9_000).fill(height), { sampleRate: 48_000, channels: 2 });
    expect(truePeak.finish()).toBeUndefined();
  }
  expect(new TruePeak().finish()).toBeUndefined();
});
