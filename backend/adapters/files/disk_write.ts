import { dirname, join } from "node:path";
import { guard } from "./checks.ts";

const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/** Makes the folder for drafts and removes the leftovers of a crash. */
export async function sweepDrafts(folder: string): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for await (const entry of Deno.readDir(folder)) {
    const path = join(folder, entry.name);
    const info = await unlessMissing(Deno.stat(path));
    const age = Date.now() - (info?.mtime?.getTime() ?? Date.now());
    if (age > ABANDONED_AFTER_MS) await unlessMissing(Deno.remove(path));
  }
}

/** Writes a body to a new file and syncs it to the disk. Errors of the body come through unchanged. */
export async function writeDraft(draft: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  using file = await guard("begin a file", () => Deno.open(draft, { write: true, createNew: true }));
  for await (const chunk of chunks) {
    await guard("write a file", async () => {
      for (let written = 0; written < chunk.byteLength;) written += await file.write(chunk.subarray(written));
    });
  }
  await guard("write a file", () => file.sync());
}

/** Puts a finished draft where it belongs, in one step, over whatever was there. */
export async function moveIntoPlace(draft: string, path: string): Promise<Deno.FileInfo> {
  await Deno.mkdir(dirname(path), { recursive: true });
  const info = await Deno.stat(draft);
  await Deno.rename(draft, path);
  await syncFolder(path);
  return info;
}

/** Removes a file for good. */
export async function removeFile(path: string): Promise<void> {
  await Deno.remove(path);
  await syncFolder(path);
}

/** The promise's value, undefined when the file it is about does not exist. */
export async function unlessMissing<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** A rename or a removal outlives a power cut only once the folder itself has reached the disk. */
async function syncFolder(path: string): Promise<void> {
  using folder = await Deno.open(dirname(path));
  await folder.sync();
}
