import { join } from "node:path";
import { contentTypeOf } from "./content_types.ts";
import { moveIntoPlace, removeFile, sweepDrafts, unlessMissing, writeDraft } from "./disk_write.ts";
import { checkKey, checkPrefix, checkPut, guard, spanOf } from "./checks.ts";
import { type Facts, type OpenFile, OpenFiles } from "./disk_open.ts";
import { type ByteRange, type Files, FilesUnavailable, type StoredFile } from "./types.ts";
import { measured } from "./measured.ts";

export type DiskConfig = { kind: "disk"; directory: string };

// No key begins with a dot, so drafts are never listed or served.
const DRAFTS = ".drafts";
const CHUNK_BYTES = 64 * 1024;

/**
 * Files in a folder, one plain file for each key. A body is written to a draft beside, brought to the disk, then renamed
 * into place: a crash at any moment leaves the old file or the new one, never half of one.
 *
 * The content type is read off the key's ending and not kept in a second file: two files cannot be renamed as one.
 */
export function createDiskFiles({ directory }: DiskConfig): Files {
  const drafts = join(directory, DRAFTS);
  const pathOf = (key: string) => join(directory, fileNameOf(key));
  const opened = new OpenFiles(describe);
  let ready: Promise<void> | undefined;
  const retryLater = (error: unknown) => {
    ready = undefined;
    throw error;
  };

  return {
    async put(key, body, options) {
      checkPut(key, options);
      const what = `store "${key}"`;
      await guard(what, () => ready ??= sweepDrafts(drafts).catch(retryLater));
      const draft = join(drafts, `${crypto.randomUUID()}.draft`);
      try {
        await writeDraft(draft, measured(key, body, options));
        return describe(key, await guard(what, () => moveIntoPlace(draft, pathOf(key))));
      } catch (error) {
        await Deno.remove(draft).catch(() => {});
        throw error;
      }
    },
    async get(key, range) {
      checkKey(key);
      return await open(opened, key, { path: pathOf(key), range });
    },
    async stat(key) {
      checkKey(key);
      const info = await guard(`look up "${key}"`, () => unlessMissing(Deno.stat(pathOf(key))));
      return info && describe(key, info);
    },
    async delete(key) {
      checkKey(key);
      await guard(`delete "${key}"`, () => unlessMissing(removeFile(pathOf(key))));
    },
    async *list(prefix) {
      checkPrefix(prefix);
      const folder = prefix.slice(0, prefix.lastIndexOf("/") + 1);
      for await (const key of keysIn(directory, folder, prefix)) {
        const info = await guard(`look up "${key}"`, () => unlessMissing(Deno.stat(pathOf(key))));
        if (info) yield describe(key, info);
      }
    },
  };
}

async function open(files: OpenFiles, key: string, { path, range }: { path: string; range?: ByteRange | undefined }) {
  const file = await guard(`open "${key}"`, () => files.take(key, path));
  if (!file) return undefined;
  try {
    const { start, end } = spanOf(key, file.stored.bytes, range);
    return { body: bodyOf(key, file, { start, bytes: end - start + 1 }), file: file.stored, start, end };
  } catch (error) {
    file.release();
    throw error;
  }
}

function bodyOf(
  key: string,
  file: OpenFile,
  { start, bytes }: { readonly start: number; readonly bytes: number },
): ReadableStream<Uint8Array> {
  let [at, left] = [start, bytes];
  return new ReadableStream({
    async pull(controller) {
      try {
        const chunk = new Uint8Array(Math.min(left, CHUNK_BYTES));
        const read = left === 0 ? 0 : await guard(`read "${key}"`, () => file.read(chunk, at));
        if (read < 1 && left > 0) throw new FilesUnavailable(`read "${key}"`, "the file is shorter than it was");
        [at, left] = [at + read, left - read];
        if (read > 0) controller.enqueue(chunk.subarray(0, read));
        if (left > 0) return;
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      file.release();
    },
    cancel: () => file.release(),
  }, { highWaterMark: 0 });
}

async function* keysIn(directory: string, folder: string, prefix: string): AsyncGenerator<string> {
  const read = () => unlessMissing(Array.fromAsync(Deno.readDir(join(directory, folder))));
  for (const entry of await guard(`list "${prefix}"`, read) ?? []) {
    const key = folder + entry.name.replace(/\.$/, "");
    if (entry.name === DRAFTS || !key.startsWith(prefix)) continue;
    if (entry.isDirectory) yield* keysIn(directory, `${key}/`, prefix);
    else yield key;
  }
}

/** A closing dot, which no key has, keeps the file `a` apart from the folder of `a/b`. */
function fileNameOf(key: string): string {
  return key.slice(key.lastIndexOf("/") + 1).includes(".") ? key : `${key}.`;
}

/** Every put makes a new inode while the old one still exists: two contents never share inode, time and length. */
function describe(key: string, { size, mtime, ino }: Facts): StoredFile {
  const modifiedAt = mtime ?? new Date(0);
  const etag = [ino ?? 0, modifiedAt.getTime(), size].map((part) => part.toString(36)).join("-");
  return { key, bytes: size, contentType: contentTypeOf(key), etag, modifiedAt };
}
