import { type FileHandle, open } from "node:fs/promises";
import type { StoredFile } from "./types.ts";

/** How many files without a reader stay open. */
const MOST_OPEN = 128;

/** A file that is read by position: many may read it together. */
export interface OpenFile {
  readonly stored: StoredFile;
  /** Fills the chunk from this byte on; answers how many bytes there were. */
  read(chunk: Uint8Array, from: number): Promise<number>;
  /** Once for each `take`. */
  release(): void;
}

/** What tells a file from the one that was there before. */
export type Facts = Pick<Deno.FileInfo, "size" | "mtime" | "ino">;

interface Held {
  readonly handle: FileHandle;
  readonly stored: StoredFile;
  readers: number;
  isForgotten: boolean;
}

/**
 * Keeps open the files that are read. Each time a look at the path decides whether the file is still the one that it
 * names: another one, or none, was put in its place by any process.
 */
export class OpenFiles {
  readonly #held = new Map<string, Held>();

  constructor(readonly describe: (key: string, info: Facts) => StoredFile) {}

  /** The file of a path, undefined where there is none. Throws what the system says of any other failure. */
  async take(key: string, path: string): Promise<OpenFile | undefined> {
    const info = statOf(path);
    const known = this.#held.get(path);
    if (known && info && known.stored.etag === this.describe(key, info).etag) return this.#reader(known);
    if (known) this.#forget(path, known);
    const handle = info && await openOf(path);
    if (!handle) return undefined;
    const { size, mtime, ino } = await handle.stat().catch(async (error) => {
      await handle.close();
      throw error;
    });
    const held: Held = { handle, stored: this.describe(key, { size, mtime, ino }), readers: 0, isForgotten: false };
    const [oldest] = this.#held;
    if (oldest && this.#held.size >= MOST_OPEN) this.#forget(...oldest);
    // Another request may have opened it in the meantime.
    const other = this.#held.get(path);
    if (other) this.#forget(path, other);
    this.#held.set(path, held);
    return this.#reader(held);
  }

  #reader(held: Held): OpenFile {
    held.readers++;
    let isReleased = false;
    return {
      stored: held.stored,
      read: async (chunk, from) => (await held.handle.read(chunk, 0, chunk.byteLength, from)).bytesRead,
      release() {
        if (isReleased) return;
        isReleased = true;
        held.readers--;
        closeUnread(held);
      },
    };
  }

  #forget(path: string, held: Held): void {
    if (this.#held.get(path) === held) this.#held.delete(path);
    held.isForgotten = true;
    closeUnread(held);
  }
}

function closeUnread({ handle, readers, isForgotten }: Held): void {
  // A file that was only read has nothing to lose.
  if (isForgotten && readers === 0) handle.close().catch(() => {});
}

/** What the path names now. Without a wait: the system knows a file that is read. */
function statOf(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

async function openOf(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, "r");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
