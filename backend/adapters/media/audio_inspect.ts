import type { Frame } from "node-av/lib";
import { AudioSource, MAX_DURATION_S } from "./audio_source.ts";
import { type FileEnd, fileEnd } from "./cut_end.ts";
import { type AudioFacts, type Loudness, MediaRefusal } from "./types.ts";
import { FilterChain } from "./filter_chain.ts";
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
export function inspectAudio(path: string): AudioFacts {
  using source = new AudioSource(path);
  const measured = measure(source);
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
export function measure(source: AudioSource): Measured {
  using chain = new FilterChain([
    ["ebur128", "metadata=1:framelog=quiet"],
    ["aformat", "sample_fmts=s16"],
  ]);
  const waveform = new Waveform();
  let integratedLufs = QUIETEST_LUFS;
  let seconds = 0;
  let last = { sampleRate: 0, channels: 0 };
  const take = (frame: Frame) => {
    waveform.add(frame);
    const value = frame.getMetadata().get("lavfi.r128.I");
    if (value !== null) integratedLufs = Math.max(Number(value) || QUIETEST_LUFS, QUIETEST_LUFS);
  };
  for (const frame of source.frames()) {
    last = { sampleRate: frame.sampleRate, channels: frame.channels };
    seconds += frame.nbSamples / frame.sampleRate;
    if (seconds > MAX_DURATION_S) throw new MediaRefusal("too_long");
    for (const filtered of chain.push(frame)) take(filtered);
  }
  for (const filtered of chain.flush()) take(filtered);
  if (seconds === 0) throw new MediaRefusal("not_audio");
  const loudness = { integratedLufs, peakDbfs: waveform.peakDbfs() };
  return { seconds, ...last, peaks: waveform.peaks(), loudness, endPeakDbfs: waveform.endPeakDbfs() };
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
