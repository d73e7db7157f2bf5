import { type AudioSource, decode, MAX_DURATION_S, openAudio } from "./audio_source.ts";
import { type FileEnd, fileEnd } from "./cut_end.ts";
import { type AudioFacts, type Loudness, MediaRefusal } from "./types.ts";
import { PcmReader } from "./pcm_reader.ts";
import { Waveform } from "./waveform.ts";

const SILENCE_DBFS = -60;
/** The gate of EBU R 128: nothing quieter counts. */
const QUIETEST_LUFS = -70;
const MIN_DURATION_S = 1;
/** Codec delay and edit lists make small differences; a lost end is larger. */
const TRUNCATED_SHARE = 0.98;
const TRUNCATED_SLACK_S = 0.5;
/** Songs have died away at their end; what still sounds like that was cut. */
const STILL_SOUNDING_DB = 30;

/** Decodes the whole file and counts its samples: headers lie, most of all in VBR MP3 without one. */
export async function inspectAudio(path: string): Promise<AudioFacts> {
  const source = await openAudio(path);
  const measured = await measure(source);
  refuseUnfit(measured, { claimedSeconds: source.claimedSeconds, end: fileEnd(path, source.container) });
  return {
    durationMs: Math.round(measured.seconds * 1000),
    codec: source.codec,
    container: source.container,
    sampleRate: measured.sampleRate,
    channels: measured.channels,
    ...(source.bitrate > 0 ? { bitrate: source.bitrate } : {}),
    tags: knownTags(source.tags),
    peaks: measured.peaks,
    loudness: measured.loudness,
  };
}

interface Measured {
  seconds: number;
  sampleRate: number;
  channels: number;
  peaks: number[];
  loudness: Loudness;
  /** The loudest sample of the last quarter of a second. */
  endPeakDbfs: number;
}

/** EBU R 128 loudness, sample peak, waveform and length of all there is to decode. */
export async function measure(source: AudioSource): Promise<Measured> {
  const waveform = new Waveform();
  const pcm = new PcmReader((samples) => {
    waveform.add(samples, pcm.channels);
    if (pcm.seconds > MAX_DURATION_S) throw new MediaRefusal("too_long");
  });
  const { lines } = await decode(source, {
    filters: ["ebur128=framelog=verbose", "aformat=sample_fmts=s16"],
    output: ["-f", "wav", "-fflags", "+bitexact", "/dev/pcm"],
    take: (bytes) => pcm.take(bytes),
  });
  if (pcm.seconds === 0) throw new MediaRefusal("not_audio");
  const { seconds, sampleRate, channels } = pcm;
  const loudness = { integratedLufs: integrated(lines), peakDbfs: waveform.peakDbfs() };
  const heights = { peaks: waveform.peaks(), endPeakDbfs: waveform.endPeakDbfs() };
  return { seconds, sampleRate, channels, loudness, ...heights };
}

/** The filter's last word; before it come the values of each 100 ms. */
function integrated(lines: readonly string[]): number {
  const said = lines.findLast((line) => /^\s*I:\s+\S+ LUFS\s*$/.test(line)) ?? "";
  return Math.max(Number(/-?[\d.]+/.exec(said)?.[0] ?? QUIETEST_LUFS), QUIETEST_LUFS);
}

function refuseUnfit(
  { seconds, loudness, endPeakDbfs }: Measured,
  { claimedSeconds, end }: { claimedSeconds: number; end: FileEnd },
): void {
  if (seconds < claimedSeconds * TRUNCATED_SHARE - TRUNCATED_SLACK_S) throw new MediaRefusal("truncated");
  const isStillSounding = endPeakDbfs > loudness.peakDbfs - STILL_SOUNDING_DB;
  if (end === "cut" || (end === "unfinished" && isStillSounding)) throw new MediaRefusal("truncated");
  if (seconds < MIN_DURATION_S) throw new MediaRefusal("too_short");
  if (loudness.peakDbfs < SILENCE_DBFS) throw new MediaRefusal("silent");
}

const MAX_TAG_CHARS = 200;

function knownTags(tags: Record<string, string>): AudioFacts["tags"] {
  const lower = new Map(Object.entries(tags).map(([name, value]) => [name.toLowerCase(), value.trim()]));
  const known = ["title", "artist", "album", "genre"].flatMap((name) => {
    // deno-lint-ignore no-control-regex -- control characters cannot be stored or shown
    const value = lower.get(name)?.toWellFormed().replace(/[\u0000-\u001f\u007f]/g, " ").slice(0, MAX_TAG_CHARS);
    return value ? [[name, value]] : [];
  });
  return Object.fromEntries(known);
}
