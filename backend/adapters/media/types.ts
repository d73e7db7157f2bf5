import * as z from "zod/mini";
import { AUDIO_CONTAINERS, AUDIO_NAMES, PICTURE_NAMES } from "../../contract/file_formats.ts";
import { PRINT_SPEEDS } from "../../contract/prints.ts";
import { FOREIGN, type Foreign } from "../../contract/foreign_formats.ts";

/**
 * Reads and makes sound and pictures. A file that is not acceptable rejects with a `MediaRefusal`, whose message is
 * for the creator; any other error is a fault of ours and worth a retry. All paths must lie inside `workDir`.
 */
export interface Media {
  /** The only directory the decoding process may touch: put inputs here, fetch outputs from here. */
  readonly workDir: string;
  /** Decodes the whole file: the server's own measure of it, whatever its headers say. Refuses it under a false name. */
  inspect(path: string, said?: FileClaim): Promise<AudioFacts>;
  /** The acoustic fingerprint alone, at its own speed, and the hash of the samples, as `AudioFacts` has them. */
  print(path: string): Promise<PrintReport>;
  /** Writes one rendition: loudness near -14 LUFS, true peak under -1 dB, without metadata, whole or not at all. */
  rendition(input: string, output: string, spec: Rendition): Promise<RenditionFacts>;
  /** Square AVIF and WebP pictures without EXIF, and two colours for the time before they are loaded. */
  cover(input: Uint8Array, said?: FileClaim): Promise<CoverFacts>;
  /** Draws the picture that a shared link shows: a JPEG of 1200 × 630 px. `picture` is one of those that `cover` made. */
  card(card: Card, picture?: Uint8Array): Promise<Uint8Array>;
  /** What is not installed on this machine: jobs that need it reject with MediaMissing. */
  missing(): MediaPart[];
  close(): Promise<void>;
}

export type MediaPart = "FFmpeg (@ffmpeg/core)" | "Chromaprint (@unimusic/chromaprint)" | "libvips (sharp)";

export interface MediaOptions {
  workDir: string;
  /** How many processes may decode at the same time; 1 by default. */
  workers?: number;
  /** A job that takes longer is killed, and its file refused; 5 minutes by default. */
  jobTimeoutMs?: number;
  /** The module that the native libraries are looked up from; one of Orin's own by default. */
  librariesFrom?: string;
  /** Told of each refusal with what the libraries said of the file. */
  log?: (line: string) => void;
}

/** A client's claim about a file. We never believe it, and refuse a file whose bytes contradict it. */
export interface FileClaim {
  readonly filename: string;
  /** The declared content type, "" without one. */
  readonly contentType: string;
}

/**
 * The decoding process's answer about a file. We parse it like any outside input, because its code has handled hostile
 * bytes.
 */
const loudness = z.object({ integratedLufs: z.number(), peakDbfs: z.number() });

/** What an artist should know of a recording before it is published. */
const quality = z.object({
  /** Between the samples, too (ITU-R BS.1770); above 0 a player distorts. */
  truePeakDbtp: z.number(),
  /** Where three samples or more in a row stand at the ceiling. */
  clippedPlaces: z.int().check(z.nonnegative()),
  silenceAtStartMs: z.int().check(z.nonnegative()),
  silenceAtEndMs: z.int().check(z.nonnegative()),
  /** Everywhere, with start and end. */
  silenceMs: z.int().check(z.nonnegative()),
  /** Of a format that keeps samples as they are. */
  bitDepth: z.optional(z.int().check(z.positive())),
});
/** Items of 32 bits, little-endian, as base64: about eight a second. Empty where the sound is too short for one. */
const print = z.string().check(z.maxLength(120_000), z.regex(/^[A-Za-z0-9+/]*={0,2}$/));

/** SHA-256 of the decoded samples, with their rate and channels: any file that keeps them has the same. */
const soundHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** What the decoding process says of a fingerprint alone. */
export const PrintReport = z.object({ print, soundHash });
export type PrintReport = z.infer<typeof PrintReport>;

export const AudioFacts = z.object({
  durationMs: z.int().check(z.positive()),
  codec: z.string().check(z.maxLength(40)),
  container: z.enum(AUDIO_CONTAINERS),
  sampleRate: z.int().check(z.positive()),
  channels: z.int().check(z.positive()),
  /** Bits a second over the whole file, where the container says it. */
  bitrate: z.optional(z.int()),
  tags: z.object({
    title: z.optional(z.string()),
    artist: z.optional(z.string()),
    album: z.optional(z.string()),
    genre: z.optional(z.string()),
  }),
  /** 200 values from 0 to 1: the waveform, loudest place 1. */
  peaks: z.array(z.number()).check(z.length(200)),
  /** Pass it to `rendition` to spare it the measuring. */
  loudness,
  quality,
  /** Acoustic fingerprints (Chromaprint), one for each of `PRINT_SPEEDS`. */
  prints: z.array(print).check(z.length(PRINT_SPEEDS.length)),
  /** Missing in what was measured before Orin kept it. */
  soundHash: z.optional(soundHash),
});
export type AudioFacts = z.infer<typeof AudioFacts>;
export type Loudness = z.infer<typeof loudness>;
export type Quality = z.infer<typeof quality>;

export interface Rendition {
  codec: "aac" | "mp3";
  kbps: 48 | 96 | 128 | 160;
  /** From `inspect`; measured again when missing. */
  loudness?: Loudness;
}

export const RenditionFacts = z.object({
  bytes: z.int(),
  durationMs: z.int(),
  contentType: z.enum(["audio/mp4", "audio/mpeg"]),
  /** As it came out: peaky music stays under the common loudness. */
  integratedLufs: z.number(),
});
export type RenditionFacts = z.infer<typeof RenditionFacts>;

export const COVER_SIZES = [64, 128, 160, 256, 512] as const;

const coverFile = z.object({
  size: z.literal([...COVER_SIZES]),
  format: z.enum(["avif", "webp"]),
  contentType: z.enum(["image/avif", "image/webp"]),
});

export const CoverReport = z.object({
  files: z.array(coverFile).check(z.length(COVER_SIZES.length * 2)),
  /** Two colours, ready for CSS: `linear-gradient(135deg, ${placeholder})`. */
  placeholder: z.string().check(z.regex(/^#[0-9a-f]{6}, #[0-9a-f]{6}$/)),
  /** Of the picture that came in, upright. */
  width: z.int(),
  height: z.int(),
});
export type CoverReport = z.infer<typeof CoverReport>;

type CoverFile = z.infer<typeof coverFile> & { bytes: Uint8Array };
export type CoverFacts = Omit<CoverReport, "files"> & { files: CoverFile[] };

/** What a share card says. The texts are people's own: they may be long, hostile, or of any script. */
export interface Card {
  /** What it is of: "Song". */
  readonly label: string;
  readonly title: string;
  /** Who it is by, or what is in it. */
  readonly line: string;
  /** Then it shows its picture alone, as a square of so many px: for programs that know no WebP. */
  readonly side?: number;
}

export const CARD_SIZE = { width: 1_200, height: 630 } as const;

export const CardReport = z.object({ bytes: z.int().check(z.positive()) });

/** What a refusal can say beside its code. */
interface RefusalMore {
  /** In place of the code's own words. */
  readonly message?: string | undefined;
  /** What the file is, where that is known and not taken. */
  readonly found?: Foreign | undefined;
  /** What the libraries said of it: for the log. */
  readonly detail?: string | undefined;
}

/** The reason to refuse a file, in words for the creator who uploaded it. */
export class MediaRefusal extends Error {
  override readonly name = "MediaRefusal";
  readonly code: MediaRefusalCode;
  readonly found: Foreign | undefined;
  readonly detail: string | undefined;

  constructor(code: MediaRefusalCode, { message, found, detail }: RefusalMore = {}) {
    super(message ?? (found === undefined ? REFUSALS[code] : foundWords(code, found)));
    [this.code, this.found, this.detail] = [code, found, detail];
  }
}

function foundWords(code: MediaRefusalCode, found: Foreign): string {
  const wanted = code === "not_an_image" ? `choose a ${PICTURE_NAMES}` : `upload ${AUDIO_NAMES}`;
  return `This is ${FOREIGN[found]}, which we cannot take: please ${wanted}`;
}

export const REFUSALS = {
  empty_file: "This file is empty: please choose another one",
  not_audio: `We do not support this audio format: please upload ${AUDIO_NAMES}`,
  misnamed: "This file's name does not match its content: please correct the ending, or export it again",
  truncated: "This file is incomplete, perhaps because an export stopped early: please export it again",
  damaged: "Parts of this file are damaged: please export it again",
  unreadable: `We could not read this file: please export it again as ${AUDIO_NAMES}`,
  too_long: "This recording is longer than 30 minutes: please upload a shorter one",
  too_short: "This recording is shorter than one second: please upload the whole song",
  silent: "This recording is silent: please check the export",
  not_an_image: `We do not support this picture format: please choose a ${PICTURE_NAMES}`,
  image_empty: "This picture is empty: please choose another one",
  image_damaged: "Parts of this picture are damaged: please choose another one",
  image_too_large: "This picture is too large: please choose one under 10 MB and 40 megapixels",
  image_too_small: "This picture is too small: please choose one of at least 64 by 64 pixels",
} as const;

export type MediaRefusalCode = keyof typeof REFUSALS;

/** A library is not installed. The same call succeeds once it is. */
export class MediaMissing extends Error {
  override readonly name = "MediaMissing";

  constructor(readonly part: MediaPart) {
    super(`${part} is not installed`);
  }
}
