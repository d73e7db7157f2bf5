import { WorkerPool } from "./worker_pool.ts";
import { type FileClaim, refuseMisnamedSound } from "./claims.ts";
import { takeCover } from "./cover_job.ts";
import type { AudioFacts, CoverFacts, Rendition, RenditionFacts } from "./facts.ts";

export type { FileClaim } from "./claims.ts";
export type { AudioFacts, CoverFacts, Rendition, RenditionFacts } from "./facts.ts";
export { MediaRefusal, type MediaRefusalCode } from "./refusal.ts";

/**
 * Reads and makes sound and pictures. A file that is not acceptable rejects with a `MediaRefusal`, whose message is
 * for the creator; any other error is a fault of ours and worth a retry. All paths must lie inside `workDir`.
 */
export interface Media {
  /** The only directory the decoding process may touch: put inputs here, fetch outputs from here. */
  readonly workDir: string;
  /** Decodes the whole file: the server's own measure of it, whatever its headers say. Refuses it under a false name. */
  inspect(path: string, said?: FileClaim): Promise<AudioFacts>;
  /** Writes one rendition: loudness near -14 LUFS, true peak under -1 dB, without metadata, whole or not at all. */
  rendition(input: string, output: string, spec: Rendition): Promise<RenditionFacts>;
  /** Square AVIF and WebP pictures without EXIF, and two colours for the time before they are loaded. */
  cover(input: Uint8Array, said?: FileClaim): Promise<CoverFacts>;
  close(): Promise<void>;
}

export interface MediaOptions {
  workDir: string;
  /** How many processes may decode at once; 1 by default. */
  workers?: number;
  /** A job that takes longer is killed, and its file refused; 5 minutes by default. */
  jobTimeoutMs?: number;
}

/** Media on FFmpeg (`node-av`) and libvips (`sharp`), both in processes of their own. */
export function createMedia(options: MediaOptions): Media {
  const pool = new WorkerPool(options);
  return {
    workDir: pool.workDir,
    async inspect(path, said) {
      const facts = await pool.run({ kind: "inspect", input: path });
      if (said) refuseMisnamedSound(facts.container, said);
      return facts;
    },
    rendition: (input, output, spec) => pool.run({ kind: "rendition", input, output, spec }),
    cover: (input, said) => takeCover(pool, { input, said }),
    close: () => pool.close(),
  };
}
