import type { QualityReport } from "@contract/uploads.ts";

type Tone = "good" | "note" | "bad";

export interface ReportLine {
  readonly tone: Tone;
  readonly text: string;
}

interface ReportWords {
  /** What matters most. */
  readonly tone: Tone;
  readonly verdict: string;
  readonly lines: readonly ReportLine[];
  /** "FLAC · 44.1 kHz · 24 bit · stereo" */
  readonly format: string;
}

const VERDICTS: Readonly<Record<Tone, string>> = {
  good: "Sounds good",
  note: "Ready, with something to know",
  bad: "Please listen again before you publish",
};

/** What Orin measured, in words that an artist can act on. */
export function reportWords(report: QualityReport): ReportWords {
  const lines = [
    ...[loudness(report), peaks(report), clipping(report)],
    ...[edges(report), silence(report), source(report), channels(report)],
  ].filter((line) => line !== undefined);
  const tone = (["bad", "note"] as const).find((wanted) => lines.some((line) => line.tone === wanted)) ?? "good";
  return { tone, verdict: VERDICTS[tone], lines, format: formatWords(report) };
}

type Line = ReportLine | undefined;

function loudness({ loudnessLufs }: QualityReport): Line {
  const level = `${decimal(loudnessLufs)} LUFS`;
  if (loudnessLufs > -7) {
    return {
      tone: "note",
      text: `Very loud (${level}). Orin turns every song to −14, so a softer master keeps more punch.`,
    };
  }
  if (loudnessLufs < -20) {
    return { tone: "note", text: `Quiet (${level}). Orin raises it, but other songs may still sound louder.` };
  }
  return { tone: "good", text: `Loudness ${level}. Orin turns every song to −14.` };
}

function peaks({ truePeakDbtp }: QualityReport): Line {
  const level = `${truePeakDbtp > 0 ? "+" : ""}${decimal(truePeakDbtp)} dBTP`;
  if (truePeakDbtp > 0) {
    return {
      tone: "note",
      text: `Peaks go over the limit (${level}) and may crackle on phones. Export it ${
        Math.ceil(truePeakDbtp + 1)
      } dB lower.`,
    };
  }
  return { tone: "good", text: `Highest peak ${level}.` };
}

const FEW_PLACES = 10;

function clipping({ clippedPlaces }: QualityReport): Line {
  if (clippedPlaces === 0) return { tone: "good", text: "No distortion from clipping." };
  const places = clippedPlaces === 1 ? "1 place" : `${clippedPlaces.toLocaleString("en-NG")} places`;
  return {
    tone: clippedPlaces > FEW_PLACES ? "bad" : "note",
    text: `Clips in ${places}: the sound hits the ceiling and distorts. Lower the volume before you export.`,
  };
}

function edges({ silenceAtStartMs, silenceAtEndMs }: QualityReport): Line {
  const parts = [
    ...(silenceAtStartMs > 2_000 ? [`${seconds(silenceAtStartMs)} before the music`] : []),
    ...(silenceAtEndMs > 5_000 ? [`${seconds(silenceAtEndMs)} after it`] : []),
  ];
  return parts.length > 0 ? { tone: "note", text: `Silence: ${parts.join(" and ")}.` } : undefined;
}

function silence({ silenceMs, durationSeconds }: QualityReport): Line {
  const share = silenceMs / 1000 / durationSeconds;
  if (share < 0.3) return undefined;
  return { tone: "bad", text: `${Math.round(share * 100)}% of this recording is silent.` };
}

function source({ sampleRate, codec, bitrate = 0 }: QualityReport): Line {
  if (sampleRate < 44_100) {
    return { tone: "note", text: `Recorded at ${kilohertz(sampleRate)}: it sounds dull. Export at 44.1 kHz or more.` };
  }
  const isSmall = /^(mp[123]|aac|vorbis|opus|wmav)/.test(codec) && bitrate > 0 && bitrate < 125_000;
  return isSmall
    ? {
      tone: "note",
      text: `Squeezed to ${Math.round(bitrate / 1000)} kbit/s before it came here. A WAV or FLAC sounds better.`,
    }
    : undefined;
}

function channels({ channels }: QualityReport): Line {
  return channels === 1 ? { tone: "note", text: "Mono: left and right play the same." } : undefined;
}

/** Samples as they are: AIFF and QuickTime write the larger byte first. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^pcm_.*be$/, "AIFF"],
  [/^pcm_(alaw|mulaw)/, "Telephone sound"],
  [/^pcm/, "WAV"],
  [/^adpcm/, "ADPCM"],
  [/^wma/, "WMA"],
];

function formatWords({ codec, sampleRate, bitDepth, channels }: QualityReport): string {
  const name = NAMES.find(([pattern]) => pattern.test(codec))?.[1] ?? codec.toUpperCase();
  const sides = channels === 1 ? "mono" : channels === 2 ? "stereo" : `${channels} channels`;
  return [name, kilohertz(sampleRate), ...(bitDepth ? [`${bitDepth} bit`] : []), sides].join(" · ");
}

function kilohertz(hertz: number): string {
  return `${Math.round(hertz / 100) / 10} kHz`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function decimal(value: number): string {
  return value.toFixed(1).replace("-", "−");
}
