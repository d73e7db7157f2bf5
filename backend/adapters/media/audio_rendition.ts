import { AudioEncoder, CONTENT_TYPES } from "./audio_encoder.ts";
import { measure } from "./audio_inspect.ts";
import { AudioSource } from "./audio_source.ts";
import type { FilterStep } from "./filter_chain.ts";
import type { Loudness, Rendition, RenditionFacts } from "./types.ts";

const TARGET_LUFS = -14;
/** Coding at 96 kbit/s raises peaks by up to 1.6 dB (measured): this keeps the listener's under -1 dB. */
const LIMIT_DBFS = -2.7;
/** So much may the limiter take from the loudest peaks; quieter music stays quieter instead of being crushed. */
const MOST_LIMITING_DB = 6;

/** Decodes, brings to the common loudness, encodes. Nothing stays behind when it fails. */
export function makeRendition(input: string, output: string, spec: Rendition): RenditionFacts {
  const gainDb = gainFor(spec.loudness ?? loudnessOf(input));
  try {
    using source = new AudioSource(input);
    using encoder = new AudioEncoder(output, { ...spec, sampleRate: source.sampleRate, channels: source.channels });
    const seconds = encoder.encode(source, levelFilters(gainDb));
    return {
      bytes: Deno.statSync(output).size,
      durationMs: Math.round(seconds * 1000),
      contentType: CONTENT_TYPES[spec.codec],
    };
  } catch (error) {
    removeIfThere(output);
    throw error;
  }
}

function loudnessOf(path: string): Loudness {
  using source = new AudioSource(path);
  return measure(source).loudness;
}

function gainFor({ integratedLufs, peakDbfs }: Loudness): number {
  return Math.min(TARGET_LUFS - integratedLufs, LIMIT_DBFS - peakDbfs + MOST_LIMITING_DB);
}

function levelFilters(gainDb: number): FilterStep[] {
  const limit = 10 ** (LIMIT_DBFS / 20);
  return [
    ["aformat", "sample_fmts=dbl"],
    ["volume", `volume=${gainDb.toFixed(2)}dB:precision=double`],
    ["alimiter", `limit=${limit.toFixed(4)}:attack=5:release=60:level=0:latency=1`],
  ];
}

function removeIfThere(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
