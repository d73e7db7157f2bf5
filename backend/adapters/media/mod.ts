import { refuseMisnamedSound } from "./claims.ts";
import type { Media, MediaOptions } from "./types.ts";
import { takeCard } from "./card_job.ts";
import { takeCover } from "./cover_job.ts";
import { WorkerPool } from "./worker_pool.ts";

/**
 * Media on FFmpeg (`@ffmpeg/core`) and Chromaprint (`@unimusic/chromaprint`), both WebAssembly, and libvips (`sharp`), in
 * processes of their own.
 */
export function createMedia(options: MediaOptions): Media {
  const pool = new WorkerPool(options);
  return {
    workDir: pool.workDir,
    async inspect(path, said) {
      const facts = await pool.run({ kind: "inspect", input: path });
      if (said) refuseMisnamedSound(facts.container, said);
      return facts;
    },
    print: (path) => pool.run({ kind: "print", input: path }),
    rendition: (input, output, spec) => pool.run({ kind: "rendition", input, output, spec }),
    cover: (input, said) => takeCover(pool, { input, said }),
    card: (card, picture) => takeCard(pool, { card, picture }),
    missing: () => pool.libraries.missing(),
    close: () => pool.close(),
  };
}
