import * as z from "zod/mini";

/**
 * What the decoding process says about a file. Its answers are parsed like any outside input, because the code that
 * wrote them has handled hostile bytes.
 */
const loudness = z.object({ integratedLufs: z.number(), peakDbfs: z.number() });

export const AudioFacts = z.object({
  durationMs: z.int().check(z.positive()),
  codec: z.string().check(z.maxLength(40)),
  container: z.enum(["mp3", "mp4", "wav", "flac", "ogg"]),
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
});
export type AudioFacts = z.infer<typeof AudioFacts>;
export type Loudness = z.infer<typeof loudness>;

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

export type CoverFile = z.infer<typeof coverFile> & { bytes: Uint8Array };
export type CoverFacts = Omit<CoverReport, "files"> & { files: CoverFile[] };
