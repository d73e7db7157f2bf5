import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { createMedia } from "../adapters/media/mod.ts";
import type { AudioFacts, CoverFacts, Media, RenditionFacts } from "../adapters/media/types.ts";

// What the run's setup hands to its test files.
declare module "vitest" {
  export interface ProvidedContext {
    /** Where files are kept for the other tests of the run. */
    testKeptDir: string;
  }
}

/**
 * The real media, which decodes and encodes the same sound or picture once a run: whichever test comes first makes it, and
 * the others get a copy. What is refused is looked at each time.
 */
export function createTestMedia(options: Parameters<typeof createMedia>[0]): Media {
  const media = createMedia(options);
  return {
    ...media,
    async inspect(path, said) {
      const kept = keptFor(await Deno.readFile(path), said ?? "");
      return await kept.answer<AudioFacts>() ?? await kept.keep(await media.inspect(path, said));
    },
    async rendition(input, output, spec) {
      const kept = keptFor(await Deno.readFile(input), spec);
      const known = await kept.answer<RenditionFacts>();
      if (!known) return await kept.keep(await media.rendition(input, output, spec), output);
      await Deno.copyFile(kept.file, output);
      return known;
    },
    async cover(input, said) {
      const kept = keptFor(input, { coverAs: said ?? "" });
      const known = await kept.answer<KeptCover>() ?? await kept.keep(asText(await media.cover(input, said)));
      return { ...known, files: known.files.map((file) => ({ ...file, bytes: Buffer.from(file.bytes, "base64") })) };
    },
  };
}

/** Its pictures as base64. */
type KeptCover = ReturnType<typeof asText>;

function asText(cover: CoverFacts) {
  const files = cover.files.map((file) => ({ ...file, bytes: Buffer.from(file.bytes).toString("base64") }));
  return { ...cover, files };
}

/** What is kept of a file's content and what was asked of it. */
function keptFor(content: Uint8Array, asked: object | string) {
  const name = createHash("sha256").update(content).update(JSON.stringify(asked)).digest("hex");
  const [file, facts] = [join(inject("testKeptDir"), name), join(inject("testKeptDir"), `${name}.json`)];
  return {
    file,
    answer: async <Facts>(): Promise<Facts | undefined> =>
      existsSync(facts) ? JSON.parse(await Deno.readTextFile(facts)) : undefined,
    /** The facts come last, and in one step: readers of them find the file whole. */
    async keep<Facts extends object>(found: Facts, made?: string): Promise<Facts> {
      const unfinished = `${file}.${crypto.randomUUID()}`;
      if (made !== undefined) {
        await Deno.copyFile(made, unfinished);
        await Deno.rename(unfinished, file);
      }
      await Deno.writeTextFile(unfinished, JSON.stringify(found));
      await Deno.rename(unfinished, facts);
      return found;
    },
  };
}
