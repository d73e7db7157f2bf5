import { join } from "node:path";
import type { Card } from "./types.ts";
import type { WorkerPool } from "./worker_pool.ts";

/** Hands a card's picture to the drawing process through the work directory, and leaves nothing there. */
export async function takeCard(
  pool: WorkerPool,
  { card, picture }: { card: Card; picture: Uint8Array | undefined },
): Promise<Uint8Array> {
  const path = join(pool.workDir, `card-${crypto.randomUUID()}`);
  const output = `${path}.jpg`;
  try {
    await Deno.writeFile(path, picture ?? new Uint8Array());
    await pool.run({ kind: "card", input: path, output, card });
    return await Deno.readFile(output);
  } finally {
    await Promise.all([path, output].map((file) => Deno.remove(file).catch(ignoreMissing)));
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}
