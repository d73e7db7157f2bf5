/** What the archive needs of the files port (`backend/adapters/files/types.ts`). */
export interface ArchiveFiles {
  put(
    key: string,
    body: Uint8Array | ReadableStream<Uint8Array>,
    options: { contentType: string },
  ): Promise<{ bytes: number }>;
  get(key: string, range?: { start: number; end?: number }): Promise<{ body: ReadableStream<Uint8Array> } | undefined>;
  list(prefix: string): AsyncIterable<{ key: string }>;
}

let known: ArchiveFiles | undefined;

/** Makes the archive's objects known to everything that reads events in this process. Before the store is opened. */
export function registerArchive(files: ArchiveFiles | undefined): void {
  known = files;
}

/** Where the objects are. Throws ArchiveUnreadable in a process that was not told. */
export function archiveFiles(): ArchiveFiles {
  if (!known) throw new ArchiveUnreadable("this process was not told where archived events are");
  return known;
}

/**
 * Archived events cannot be read: the object is gone, it is not the one that was written, or the files port does not
 * answer, which the cause tells. No reader gets an answer without them.
 */
export class ArchiveUnreadable extends Error {
  override readonly name = "ArchiveUnreadable";

  /** Where the first event is that cannot be read, as problems name it; undefined where it is not known. */
  readonly where: string | undefined;
  /** The object itself is wrong, so that another try reads the same. */
  readonly isDamaged: boolean;

  constructor(why: string, about: { where?: string; isDamaged?: boolean; cause?: unknown } = {}) {
    super(`Cannot read archived events: ${why}`, { cause: about.cause });
    this.where = about.where;
    this.isDamaged = about.isDamaged ?? false;
  }
}

/** All bytes of a body. */
export async function bytesOf(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}
