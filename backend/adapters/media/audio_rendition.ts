import { LIMIT_DBFS, renditionGainDb } from "../../contract/loudness.ts";
import { measure } from "./audio_inspect.ts";
import { type AudioSource, decode, lastWords, numberIn, onEvenSound, openAudio } from "./audio_source.ts";
import type { Rendition, RenditionFacts } from "./types.ts";

/** What a listener's player gets; above it cheap ones distort. */
const HIGHEST_PEAK_DBFS = -1;
const LIMITING_TRIES = 4;
/** The next try codes other noise. */
const MARGIN_DB = 0.4;

const CONTENT_TYPES = { aac: "audio/mp4", mp3: "audio/mpeg" } as const;

const ENCODERS = {
  // The index goes to the front, so a phone plays after the first kilobytes.
  aac: ["-c:a", "aac", "-movflags", "+faststart", "-f", "mp4"],
  mp3: ["-c:a", "libmp3lame", "-id3v2_version", "0", "-f", "mp3"],
};
/** Without it FFmpeg names itself and its version in the file, and copies the creator's tags. */
const ANONYMOUS = ["-map_metadata", "-1", "-map_chapters", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact"];

/** Decodes, brings to the common loudness, encodes. Nothing stays behind when it fails. */
export async function makeRendition(input: string, output: string, spec: Rendition): Promise<RenditionFacts> {
  return await onEvenSound(await openAudio(input), (source) => makeOf(source, output, spec));
}

async function makeOf(source: AudioSource, output: string, spec: Rendition): Promise<RenditionFacts> {
  const gainDb = renditionGainDb(spec.loudness ?? (await measure(source)).loudness);
  try {
    let limitDbfs = LIMIT_DBFS;
    for (let tries = 1;; tries++) {
      const facts = await encode(source, { output, spec, filters: levelFilters(gainDb, limitDbfs) });
      const { peakDbfs, integratedLufs } = (await measure(await openAudio(output))).loudness;
      if (peakDbfs < HIGHEST_PEAK_DBFS || tries === LIMITING_TRIES) return { ...facts, integratedLufs };
      limitDbfs -= peakDbfs - HIGHEST_PEAK_DBFS + MARGIN_DB;
    }
  } catch (error) {
    await Deno.remove(output).catch(() => {});
    throw error;
  }
}

interface Encoding {
  readonly output: string;
  readonly spec: Rendition;
  readonly filters: readonly string[];
}

async function encode(
  source: AudioSource,
  { output, spec, filters }: Encoding,
): Promise<Omit<RenditionFacts, "integratedLufs">> {
  const rate = wantedRate(source, spec);
  const { code, lines, read } = await decode(source, {
    filters,
    output: [
      ...["-ar", `${rate}`, "-ac", `${Math.min(source.channels, 2)}`, "-b:a", `${spec.kbps}k`],
      ...ENCODERS[spec.codec],
      ...ANONYMOUS,
      "output",
    ],
  });
  const samples = numberIn(lines, /Output stream #0:0 \(audio\): \d+ frames encoded \((\d+) samples\)/);
  if (code !== 0 || samples === 0) throw new Error(`FFmpeg could not encode: ${lastWords(lines)}`);
  const bytes = read("output");
  await Deno.writeFile(output, bytes);
  return {
    bytes: bytes.length,
    durationMs: Math.round(samples / rate * 1000),
    contentType: CONTENT_TYPES[spec.codec],
  };
}

function levelFilters(gainDb: number, limitDbfs: number): string[] {
  const limit = 10 ** (limitDbfs / 20);
  return [
    "aformat=sample_fmts=dbl",
    `volume=volume=${gainDb.toFixed(2)}dB:precision=double`,
    `alimiter=limit=${limit.toFixed(4)}:attack=5:release=60:level=0:latency=1`,
  ];
}

/** At 48 kbit/s the bits are better spent below 16 kHz. */
function wantedRate({ sampleRate }: AudioSource, { kbps }: Rendition): number {
  if (kbps === 48) return 32_000;
  return sampleRate === 32_000 || sampleRate === 48_000 ? sampleRate : sampleRate % 48_000 === 0 ? 48_000 : 44_100;
}
