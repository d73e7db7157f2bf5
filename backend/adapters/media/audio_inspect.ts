import { type AudioSource, decode, lastWords, MAX_DURATION_S, onEvenSound, openAudio } from "./audio_source.ts";
import { type FileEnd, fileEnd } from "./cut_end.ts";
import { type AudioFacts, type Loudness, MediaRefusal, type Quality } from "./types.ts";
import { Prints } from "./audio_print.ts";
import { PCM_OUTPUT, PcmReader } from "./pcm_reader.ts";
import { TruePeak } from "./true_peak.ts";
import { BLOCK_SAMPLES, Waveform } from "./waveform.ts";

const SILENCE_DBFS = -60;
/** The gate of EBU R 128: nothing quieter counts. */
const QUIETEST_LUFS = -70;
const MIN_DURATION_S = 1;
/** What encoders fill up counts in a container, and not in a song. */
const FILLING_S = 1;
/** Codec delay and edit lists make small differences; a lost end is larger. */
const TRUNCATED_SHARE = 0.98;
const TRUNCATED_SLACK_S = 0.5;
/** Songs have died away at their end; what still sounds like that was cut. */
const STILL_SOUNDING_DB = 30;

/** Decodes the whole file and counts its samples: headers lie, most of all in VBR MP3 without one. */
export async function inspectAudio(path: string): Promise<AudioFacts> {
  const source = await openAudio(path);
  // Three hours would be half an hour's decoding before anybody could say so.
  if (source.containerSeconds > MAX_DURATION_S + FILLING_S) throw new MediaRefusal("too_long");
  const end = fileEnd(path, source);
  if (end === "cut") throw new MediaRefusal("truncated");
  const { measured, clipping, truePeak, prints } = await onEvenSound(source, async (sound) => {
    const listening = { clipping: new Clipping(), truePeak: new TruePeak(), prints: await Prints.open() };
    return { measured: await measure(sound, listening), ...listening };
  });
  refuseUnfit(measured, { claimedSeconds: source.claimedSeconds, end });
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
    quality: {
      ...measured.silence,
      truePeakDbtp: truePeak.finish() ?? measured.loudness.peakDbfs,
      clippedPlaces: clipping.places,
      ...(source.bitDepth > 0 ? { bitDepth: source.bitDepth } : {}),
    },
    ...prints.finish(),
  };
}

interface Measured {
  seconds: number;
  sampleRate: number;
  channels: number;
  peaks: number[];
  loudness: Loudness;
  silence: Pick<Quality, "silenceAtStartMs" | "silenceAtEndMs" | "silenceMs">;
  /** The loudest sample of the last quarter of a second. */
  endPeakDbfs: number;
}

/** What listens in the one pass of decoding to a creator's own recording. */
interface Listening {
  readonly clipping: Clipping;
  readonly truePeak: TruePeak;
  readonly prints: Prints;
}

/** EBU R 128 loudness, sample peak, waveform and length of all there is to decode. */
export async function measure(source: AudioSource, listening?: Listening): Promise<Measured> {
  const waveform = new Waveform();
  const pcm = new PcmReader(({ exact, rounded }) => {
    waveform.add(rounded, pcm.channels);
    listening?.clipping.add(rounded, pcm.channels);
    listening?.truePeak.add(exact, pcm);
    listening?.prints.take(rounded, pcm);
    if (pcm.seconds > MAX_DURATION_S) throw new MediaRefusal("too_long");
  });
  const { code, lines } = await decode(source, {
    filters: ["ebur128=framelog=verbose"],
    output: PCM_OUTPUT,
    take: (bytes) => pcm.take(bytes),
  });
  const detail = `${source.codec} in ${source.container}: ${lastWords(lines)}`;
  if (pcm.seconds === 0) throw new MediaRefusal("not_audio", { detail });
  if (code !== 0) throw new MediaRefusal("damaged", { detail });
  const { seconds, sampleRate, channels } = pcm;
  const loudness = { integratedLufs: integrated(lines), peakDbfs: waveform.peakDbfs() };
  const silence = silenceOf(waveform, sampleRate);
  const heights = { peaks: waveform.peaks(), endPeakDbfs: waveform.endPeakDbfs() };
  return { seconds, sampleRate, channels, loudness, silence, ...heights };
}

function silenceOf(waveform: Waveform, sampleRate: number): Measured["silence"] {
  const { start, end, all } = waveform.silence(SILENCE_DBFS);
  const msOf = (blocks: number) => Math.round(blocks * BLOCK_SAMPLES / sampleRate * 1000);
  return { silenceAtStartMs: msOf(start), silenceAtEndMs: msOf(end), silenceMs: msOf(all) };
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
  if (end === "unfinished" && isStillSounding) throw new MediaRefusal("truncated");
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

const CEILING = 32_767;
/** One or two samples reach the ceiling by chance; a flat top is what is heard as distortion. */
const FLAT_SAMPLES = 3;

/** Counts the places where interleaved 16-bit samples stand at the ceiling, each channel by itself. */
class Clipping {
  places = 0;
  readonly #inRow: number[] = [];

  add(samples: Int16Array, channels: number): void {
    for (let channel = 0; channel < channels; channel++) {
      let inRow = this.#inRow[channel] ?? 0;
      for (let at = channel; at < samples.length; at += channels) {
        inRow = Math.abs(samples[at] ?? 0) >= CEILING ? inRow + 1 : 0;
        if (inRow === FLAT_SAMPLES) this.places++;
      }
      this.#inRow[channel] = inRow;
    }
  }
}
