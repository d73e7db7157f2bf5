import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { createMedia } from "../adapters/media/mod.ts";
import type { AudioFacts, Media, RenditionFacts } from "../adapters/media/types.ts";

// What the run's setup hands to its test files.
declare module "vitest" {
  export interface ProvidedContext {
    /** Where files are kept for the other tests of the run. */
    testKeptDir: string;
  }
}

/**
 * The real media, which decodes and encodes the same sound once a run: whichever test comes first makes it, and the others
 * get a copy. What is refused is looked at each time.
 */
export function createTestMedia(options: Parameters<typeof createMedia>[0]): Media {
  const media = createMedia(options);
  return {
    ...media,
    async inspect(path, said) {
      const kept = await keptFor(path, said ?? "");
      return await kept.answer<AudioFacts>() ?? await kept.keep(await media.inspect(path, said));
    },
    async rendition(input, output, spec) {
      const kept = await keptFor(input, spec);
      const known = await kept.answer<RenditionFacts>();
      if (!known) return await kept.keep(await media.rendition(input, output, spec), output);
      await Deno.copyFile(kept.file, output);
      return known;
    },
  };
}

/** What is kept of a file's content and what was asked of it. */
async function keptFor(path: string, asked: object | string) {
  const name = createHash("sha256").update(await Deno.readFile(path)).update(JSON.stringify(asked)).digest("hex");
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
