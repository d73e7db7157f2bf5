import { join } from "node:path";
import { refuseMisnamedPicture } from "./claims.ts";
import { foreignPicture, sniffImage } from "./magic.ts";
import { COVER_SIZES, type CoverFacts, type FileClaim, MediaRefusal } from "./types.ts";
import { MAX_PICTURE_BYTES } from "../../contract/uploads.ts";
import { coverPath } from "./protocol.ts";
import type { WorkerPool } from "./worker_pool.ts";

/** Hands a picture to the decoding process through the work directory, and leaves nothing there. */
export async function takeCover(
  pool: WorkerPool,
  { input, said }: { input: Uint8Array; said: FileClaim | undefined },
): Promise<CoverFacts> {
  if (input.length === 0) throw new MediaRefusal("image_empty");
  if (input.length > MAX_PICTURE_BYTES) throw new MediaRefusal("image_too_large");
  if (said) refuseMisnamedPicture(said, sniffImage(input) ? undefined : foreignPicture(input));
  const path = join(pool.workDir, `cover-${crypto.randomUUID()}`);
  try {
    await Deno.writeFile(path, input);
    const report = await pool.run({ kind: "cover", input: path, outputPrefix: path });
    const files = await Promise.all(
      report.files.map(async (file) => ({ ...file, bytes: await Deno.readFile(coverPath(path, file)) })),
    );
    return { ...report, files };
  } finally {
    await Promise.all([path, ...picturePaths(path)].map((file) => Deno.remove(file).catch(ignoreMissing)));
  }
}

function picturePaths(prefix: string): string[] {
  return COVER_SIZES.flatMap((size) => ["avif", "webp"].map((format) => coverPath(prefix, { size, format })));
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
