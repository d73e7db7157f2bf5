import * as z from "zod/mini";
import { ffmpeg, ffprobe } from "./ffmpeg.ts";
import { secondsIn } from "./container_length.ts";
import { type AudioContainer, countsItsFrames, lacksItsEnd, sniffAudio } from "./magic.ts";
import { MediaRefusal } from "./types.ts";

export const MAX_DURATION_S = 30 * 60;

/** The demuxer that a container's magic bytes stand for: FFmpeg is not left to guess another one. */
const DEMUXERS: Record<AudioContainer, string> = { mp3: "mp3", mp4: "mov", wav: "wav", flac: "flac", ogg: "ogg" };
const DECODERS = [
  ...["mp3", "mp3float", "aac", "alac", "flac", "vorbis", "libvorbis", "opus", "libopus", "pcm_s16le", "pcm_s16be"],
  ...["pcm_s24le", "pcm_s32le", "pcm_f32le", "pcm_f64le", "pcm_u8"],
];
/** Whatever else FFmpeg can open (playlists that name other files, network protocols, video) stays shut. */
const OPEN_OPTIONS = [
  ...["-protocol_whitelist", "file", "-max_streams", "16"],
  ...["-format_whitelist", "mp3,mov,mp4,m4a,3gp,3g2,mj2,wav,flac,ogg"],
  // Covers inside of the file are read over, and so must be known.
  ...["-codec_whitelist", [...DECODERS, "mjpeg", "png"].join(",")],
];
/** No music is stored with less, and FFmpeg's loudness filter fails on a few samples a second. */
const LOWEST_SAMPLE_RATE = 1_000;
/** Some broken packets are heard as a click; more of them are another song. */
const DAMAGED_SHARE = 0.05;

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
  readonly container: AudioContainer;
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
  const { container, saysLength, seconds } = identify(path);
  const open = ["-f", DEMUXERS[container], ...OPEN_OPTIONS];
  const probe = ["-v", "error", ...open, "-show_format", "-show_streams", "-i", "input"];
  const { data } = z.safeParse(Probed, await ffprobe(probe, { input: path }));
  // An MP4 with its index at the end does not even open without it.
  if (!data?.streams?.length) throw new MediaRefusal(container === "mp4" ? "truncated" : "not_audio");
  const stream = data.streams.find(({ codec_type }) => codec_type === "audio");
  if (!stream) throw new MediaRefusal(container === "mp4" ? "not_audio" : "damaged");
  if ((stream.sample_rate ?? 0) < LOWEST_SAMPLE_RATE) throw new MediaRefusal("damaged");
  if (!DECODERS.includes(stream.codec_name ?? "")) throw new MediaRefusal("unreadable");
  return {
    path,
    container,
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
    args: [...open, "-i", "input", "-map", `0:${stream.index}`],
  };
}

/**
 * Decodes a file from the first to the last sample. The decoders restart or skip their clocks in joined files, so the
 * filters count samples. Throws a MediaRefusal where too much of it is broken, or where it changes on the way.
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
  const done = await ffmpeg(args, { input: source.path, ...(take && { take }) });
  const count = (what: RegExp) => done.lines.filter((line) => what.test(line)).length;
  if (count(/^\[graph_0_in_\d_\d .*samplerate:/) > 1) throw new MediaRefusal("damaged");
  const broken = count(/^Error while decoding stream/);
  const packets = numberIn(done.lines, /Input stream #0:\d+ \(audio\): (\d+) packets read/);
  if (broken > Math.max(1, packets * DAMAGED_SHARE)) throw new MediaRefusal("damaged");
  return done;
}

/** The number that a line of FFmpeg's log says; 0 where none does. */
export function numberIn(lines: readonly string[], pattern: RegExp): number {
  const found = lines.map((line) => pattern.exec(line)?.[1]).find((text) => text !== undefined);
  return Number(found ?? 0);
}

const KEEPS_SAMPLES = /^(pcm_|flac$|alac$)/;

/** `seconds` where FFmpeg would guess: undefined where it reads a length. */
function identify(path: string): { container: AudioContainer; saysLength: boolean; seconds: number | undefined } {
  using file = Deno.openSync(path);
  if (file.statSync().size === 0) throw new MediaRefusal("empty_file");
  const container = sniffAudio(file);
  if (!container) throw new MediaRefusal("not_audio");
  if (container === "wav" && lacksItsEnd(file)) throw new MediaRefusal("truncated");
  const saysLength = container === "mp3" ? countsItsFrames(file) : container !== "ogg";
  return { container, saysLength, seconds: secondsIn(path, container) };
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
