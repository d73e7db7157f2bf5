/**
 * The store for everything too big for the database: audio, covers, pictures, exports.
 *
 * Keys are lower-case paths such as `tracks/0192/96.m4a`: letters, digits, `_` and `-` in folders, dots only in the last
 * part. The ending decides the content type, so the browser's answer never depends on an uploader's claim.
 * A file appears whole or not at all, and a later put replaces it. Both implementations pass the same tests.
 */
export interface Files {
  /**
   * Stores a file. A body that breaks, or exceeds `maxBytes`, leaves nothing behind and the earlier file in place.
   * Rethrows an error of the body itself unchanged.
   * @throws {FileTooLarge} more than `maxBytes`
   * @throws {FileRefused} a bad key, a content type that is not the ending's, or not exactly `bytes` bytes
   * @throws {FilesUnavailable} disk full, network down: worth another try
   */
  put(key: string, body: Uint8Array | ReadableStream<Uint8Array>, options: PutOptions): Promise<StoredFile>;
  /**
   * Opens a file, undefined when there is no such file. Read the body to its end or cancel it.
   * @throws {RangeNotSatisfiable} the range begins at or beyond the file's end
   */
  get(key: string, range?: ByteRange): Promise<FileBody | undefined>;
  /** Describes a file, undefined when there is no such file. */
  stat(key: string): Promise<StoredFile | undefined>;
  /** Removes a file; no error when it is missing. */
  delete(key: string): Promise<void>;
  /** All files whose key begins with the prefix, in no promised order. */
  list(prefix: string): AsyncIterable<StoredFile>;
}

export type PutOptions = {
  contentType: string;
  /** The exact length, if you know it. */
  bytes?: number;
  /** The largest accepted length. */
  maxBytes?: number;
};

/** Both ends are offsets of bytes, inclusive as in HTTP. Without `end` to the last byte; an `end` beyond it is cut. */
export type ByteRange = { start: number; end?: number };

export type StoredFile = {
  key: string;
  bytes: number;
  contentType: string;
  /** Changes whenever the content does; without quotes. */
  etag: string;
  modifiedAt: Date;
};

/** `start` and `end` are the body's real span; `end` of an empty file is -1. */
export type FileBody = { body: ReadableStream<Uint8Array>; file: StoredFile; start: number; end: number };

/** The body has more bytes than the caller allows. */
export class FileTooLarge extends Error {
  override readonly name = "FileTooLarge";
  readonly maxBytes: number;

  constructor(key: string, maxBytes: number) {
    super(`File "${key}" is too large: the limit is ${maxBytes} bytes`);
    this.maxBytes = maxBytes;
  }
}

/** The call itself is wrong; the same call never succeeds. */
export class FileRefused extends Error {
  override readonly name = "FileRefused";
}

/** The range begins at or beyond the end of the file: HTTP answers 416 and names `bytes`. */
export class RangeNotSatisfiable extends Error {
  override readonly name = "RangeNotSatisfiable";
  /** Length of the whole file. */
  readonly bytes: number;

  constructor(key: string, bytes: number) {
    super(`Range lies outside of "${key}": the file has ${bytes} bytes`);
    this.bytes = bytes;
  }
}

/** The store cannot be reached or cannot take it now; the cause says why. The same call may succeed later. */
export class FilesUnavailable extends Error {
  override readonly name = "FilesUnavailable";

  constructor(what: string, cause: unknown) {
    super(`Cannot ${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
