import * as z from "zod/mini";
import type { AudioContainer } from "../../contract/file_formats.ts";
import { ffmpeg, ffprobe } from "./ffmpeg.ts";
import { fileEnd } from "./cut_end.ts";
import { foreignCodec, isProtected } from "./foreign.ts";
import { secondsIn } from "./container_length.ts";
import { countsItsFrames, sniffAudio, type Sniffed } from "./magic.ts";
import { MediaRefusal } from "./types.ts";

export const MAX_DURATION_S = 30 * 60;

/** The demuxer that a container's magic bytes stand for: FFmpeg is not left to guess another one. */
const DEMUXERS: Record<AudioContainer, string> = {
  ...{ mp3: "mp3", mp4: "mov", aac: "aac", wav: "wav", aiff: "aiff", flac: "flac", ogg: "ogg", caf: "caf" },
  ...{ webm: "matroska", wma: "asf" },
};
/** The codecs that are taken, as FFmpeg calls them; what few containers hold beside them is refused by its name. */
const CODECS = [
  ...[
    "mp1",
    "mp2",
    "mp3",
    "aac",
    "alac",
    "flac",
    "vorbis",
    "opus",
    "wmav1",
    "wmav2",
    "wmapro",
    "wmalossless",
    "wmavoice",
  ],
  ...["pcm_s8", "pcm_u8", "pcm_s16le", "pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_s32le", "pcm_s32be"],
  ...["pcm_f32le", "pcm_f32be", "pcm_f64le", "pcm_f64be", "pcm_alaw", "pcm_mulaw"],
  ...["adpcm_ms", "adpcm_ima_wav", "adpcm_ima_qt", "adpcm_yamaha", "adpcm_swf"],
];
/** Decoders that have other names than their codecs. */
const DECODERS = [...CODECS, "mp1float", "mp2float", "mp3float", "libvorbis", "libopus"];
/** Whatever else FFmpeg can open (playlists that name other files, network protocols) stays shut. */
const OPEN_OPTIONS = [
  ...["-protocol_whitelist", "file", "-max_streams", "64"],
  ...["-format_whitelist", "mp3,mov,mp4,m4a,3gp,3g2,mj2,aac,wav,aiff,flac,ogg,caf,matroska,webm,asf"],
];
/** ffprobe opens covers and video, too, and ends where it may not: only decoding is held to our own decoders. */
const DECODE_OPTIONS = ["-codec_whitelist", DECODERS.join(",")];
/** No music is stored with less, and FFmpeg's loudness filter fails on a few samples a second. */
const LOWEST_SAMPLE_RATE = 1_000;
/** Some broken packets are heard as a click; more of them are another song. */
const DAMAGED_SHARE = 0.05;
/** What half an hour has with 96,000 samples a second. */
const MOST_EVEN_BYTES = MAX_DURATION_S * 96_000 * 4;

/** What ffprobe says of a file: https://ffmpeg.org/ffprobe.html */
const Probed = z.object({
  format: z.optional(z.object({
    bit_rate: z.optional(z.coerce.number()),
    tags: z.optional(z.record(z.string(), z.string())),
  })),
  streams: z.optional(z.array(z.object({
    index: z.int(),
    codec_type: z.optional(z.string()),
    codec_name: z.optional(z.string()),
    codec_tag_string: z.optional(z.string()),
    sample_rate: z.optional(z.coerce.number()),
    channels: z.optional(z.int()),
    duration: z.optional(z.coerce.number()),
    bits_per_sample: z.optional(z.coerce.number()),
    bits_per_raw_sample: z.optional(z.coerce.number()),
    nb_frames: z.optional(z.coerce.number()),
    tags: z.optional(z.record(z.string(), z.string())),
  }))),
});

type ProbedStream = NonNullable<z.infer<typeof Probed>["streams"]>[number];

/** Samples of one frame of AAC, and of one that doubles its sample rate. */
const AAC_FRAMES = [1_024, 2_048];
/** An encoder begins with up to three silent frames, and fills up its last. */
const MOST_FILLING_FRAMES = 4;

/** One sound file, opened by its real format. */
export interface AudioSource {
  readonly path: string;
  /** FFmpeg is given the file from this byte on. */
  readonly from: number;
  readonly container: AudioContainer;
  /** Where the container begins, behind tags and junk. */
  readonly start: number;
  readonly codec: string;
  readonly tags: Record<string, string>;
  /** How long it is by its container, before anything is decoded; 0 where that does not say it. */
  readonly containerSeconds: number;
  /** The length that the header promises, if it is a possible one; 0 for containers without such a promise. */
  readonly claimedSeconds: number;
  /** Where the sound ends and the filling of the last frames begins; undefined where nothing is filled up. */
  readonly endSeconds: number | undefined;
  /** 0 where the container does not say it. */
  readonly bitrate: number;
  readonly sampleRate: number;
  readonly channels: number;
  /** Bits of a sample; 0 for formats that keep no samples. */
  readonly bitDepth: number;
  /** How FFmpeg is told to open it, and which stream to take. */
  readonly args: readonly string[];
}

/** Opens a sound file without decoding it. Throws a MediaRefusal for what is none. */
export async function openAudio(path: string): Promise<AudioSource> {
  const { saysLength, seconds, ...sniffed } = identify(path);
  const { container, start } = sniffed;
  const from = sniffed.isHidden ? start : 0;
  const open = ["-f", DEMUXERS[container], ...OPEN_OPTIONS];
  const probe = ["-v", "error", ...open, "-show_format", "-show_streams", "-i", "input"];
  const { said, lines } = await ffprobe(probe, { input: path, from });
  const { data } = z.safeParse(Probed, said);
  const detail = `${container}: ${lastWords(lines)}`;
  // Some do not even open without their end: there is the index.
  const isCut = () => container === "mp4" || fileEnd(path, sniffed) === "cut";
  if (!data?.streams?.length) throw new MediaRefusal(isCut() ? "truncated" : "not_audio", { detail });
  const stream = soundOf(data.streams, detail);
  if ((stream.sample_rate ?? 0) < LOWEST_SAMPLE_RATE) throw new MediaRefusal("damaged", { detail });
  return {
    ...{ path, from, container, start },
    codec: stream.codec_name ?? "unknown",
    tags: { ...data.format?.tags, ...stream.tags },
    containerSeconds: seconds ?? stream.duration ?? 0,
    claimedSeconds: saysLength ? promisedSeconds(stream.duration) : 0,
    endSeconds: container === "mp4" && stream.codec_name === "aac" ? endOf(stream) : undefined,
    bitrate: data.format?.bit_rate || 0,
    sampleRate: stream.sample_rate ?? 0,
    channels: stream.channels ?? 0,
    bitDepth: KEEPS_SAMPLES.test(stream.codec_name ?? "")
      ? stream.bits_per_raw_sample || stream.bits_per_sample || 0
      : 0,
    args: [...open, ...DECODE_OPTIONS, "-i", "input", "-map", `0:${stream.index}`],
  };
}

/** The first stream of sound that Orin takes: pictures, video, texts and data beside it do not matter. */
function soundOf(streams: readonly ProbedStream[], detail: string): ProbedStream {
  const sounds = streams.filter(({ codec_type }) => codec_type === "audio");
  const taken = sounds.find((one) => CODECS.includes(one.codec_name ?? "") && !isProtected(one.codec_tag_string));
  if (taken) return taken;
  const [first] = sounds;
  if (first) {
    const { codec_name: codec = "unknown", codec_tag_string: tag } = first;
    const found = isProtected(tag) ? "protected" : foreignCodec(codec);
    throw new MediaRefusal("unreadable", { found, detail: `${codec} in ${detail}` });
  }
  const hasVideo = streams.some(({ codec_type }) => codec_type === "video");
  throw new MediaRefusal("not_audio", { found: hasVideo ? "silent_video" : undefined, detail });
}

/** The sound's rate or channels change on the way: it is decoded whole only by `onEvenSound`. */
class Uneven extends Error {}

/**
 * Does some work on a sound; where its rate or channels change on the way (joined files), on a copy of it that keeps
 * those of its beginning. Throws as `openAudio` and the work do.
 */
export async function onEvenSound<Made>(
  source: AudioSource,
  work: (source: AudioSource) => Promise<Made>,
): Promise<Made> {
  try {
    return await work(source);
  } catch (error) {
    if (!(error instanceof Uneven)) throw error;
  }
  const path = `${source.path}.even`;
  try {
    await evenOut(source, path);
    const { args } = await openAudio(path);
    return await work({
      ...source,
      path,
      from: 0,
      args,
      endSeconds: undefined,
      channels: Math.min(source.channels, 2),
    });
  } finally {
    await Deno.remove(path).catch(() => {});
  }
}

async function evenOut({ path: input, from, args, sampleRate, channels }: AudioSource, path: string): Promise<void> {
  using file = Deno.openSync(path, { write: true, create: true, truncate: true });
  const format = ["-ar", `${sampleRate}`, "-ac", `${Math.min(channels, 2)}`, "-c:a", "pcm_s16le", "-f", "wav"];
  const take = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length;) at += file.writeSync(bytes.subarray(at));
    if (file.seekSync(0, Deno.SeekMode.Current) > MOST_EVEN_BYTES) throw new MediaRefusal("too_long");
  };
  await ffmpeg(["-v", "verbose", "-nostats", ...args, ...format, "/dev/pcm"], { input, from, take });
}

/** FFmpeg's own words about a file, the last ones first: they say why it gave up. */
export function lastWords(lines: readonly string[]): string {
  return lines.filter((line) => line.trim() !== "").slice(-3).reverse().join(" | ") || "FFmpeg said nothing";
}

/**
 * Decodes a file from the first to the last sample. The decoders restart or skip their clocks in joined files, so the
 * filters count samples. Throws a MediaRefusal where too much of it is broken. Called by the work of `onEvenSound`.
 */
export async function decode(
  source: AudioSource,
  { filters, output, take }: {
    readonly filters: readonly string[];
    readonly output: readonly string[];
    readonly take?: (bytes: Uint8Array) => void;
  },
) {
  const end = source.endSeconds === undefined ? [] : [`atrim=end=${source.endSeconds}`];
  const chain = ["asetpts=N/SR/TB", ...end, ...filters].join(",");
  const args = ["-v", "verbose", "-nostats", ...source.args, "-af", chain, ...output];
  const done = await ffmpeg(args, { input: source.path, from: source.from, ...(take && { take }) });
  const count = (what: RegExp) => done.lines.filter((line) => what.test(line)).length;
  if (count(/^\[graph_0_in_\d+_\d+ .*samplerate:/) > 1) throw new Uneven();
  const broken = count(/^Error while decoding stream/);
  const packets = numberIn(done.lines, /Input stream #0:\d+ \(audio\): (\d+) packets read/);
  if (broken > Math.max(1, packets * DAMAGED_SHARE)) {
    throw new MediaRefusal("damaged", { detail: lastWords(done.lines) });
  }
  return done;
}

/** The number that a line of FFmpeg's log says; 0 where none does. */
export function numberIn(lines: readonly string[], pattern: RegExp): number {
  const found = lines.map((line) => pattern.exec(line)?.[1]).find((text) => text !== undefined);
  return Number(found ?? 0);
}

const KEEPS_SAMPLES = /^(pcm_[suf]|flac$|alac$)/;
/** Containers whose header says how long the sound is. */
const PROMISING: readonly AudioContainer[] = ["mp4", "wav", "aiff", "flac", "caf"];

/** `seconds` where FFmpeg would guess: undefined where it reads a length. */
function identify(path: string): Sniffed & { saysLength: boolean; seconds: number | undefined } {
  using file = Deno.openSync(path);
  if (file.statSync().size === 0) throw new MediaRefusal("empty_file");
  const sniffed = sniffAudio(file);
  if (!("container" in sniffed)) {
    throw new MediaRefusal(sniffed.isCut ? "truncated" : "not_audio", { found: sniffed.found });
  }
  const { container, start } = sniffed;
  const saysLength = container === "mp3" ? countsItsFrames(file, start) : PROMISING.includes(container);
  return { ...sniffed, saysLength, seconds: secondsIn(path, sniffed) };
}

/** Players stop where the container says, and FFmpeg plays the filling, too. A container that lies is not believed. */
function endOf({ duration = 0, nb_frames = 0, sample_rate = 0 }: ProbedStream): number | undefined {
  const fillings = AAC_FRAMES.map((samples) => (nb_frames * samples - duration * sample_rate) / samples);
  return fillings.some((frames) => frames >= 0 && frames <= MOST_FILLING_FRAMES) ? duration : undefined;
}

/** A WAV written to a pipe claims the largest size there is. */
function promisedSeconds(seconds = 0): number {
  return seconds > 0 && seconds < MAX_DURATION_S ? seconds : 0;
}
