import { contentTypeOf } from "./content_types.ts";
import { type ByteRange, FileRefused, FilesUnavailable, type PutOptions, RangeNotSatisfiable } from "./types.ts";

// Folders have no dot and files may: so a key is never both a file and a folder, and `..` cannot be written.
const KEY = /^(?:[a-z0-9_-]{1,200}\/)*[a-z0-9_-]{1,160}(?:\.[a-z0-9_-]{1,20}){0,2}$/;
const PREFIX = /^(?:[a-z0-9_-]{1,200}\/)*(?:[a-z0-9_-][a-z0-9._-]{0,199})?$/;
const MAX_KEY_LENGTH = 500;

/** Refuses a key that is not of the form the port promises. */
export function checkKey(key: string): void {
  if (key.length > MAX_KEY_LENGTH || !KEY.test(key)) {
    throw new FileRefused(
      `Key ${JSON.stringify(key)} is not valid: folders of a-z, 0-9, _ and -, dots only in the name`,
    );
  }
}

/** Refuses a prefix that no key can begin with. */
export function checkPrefix(prefix: string): void {
  if (prefix.length > MAX_KEY_LENGTH || !PREFIX.test(prefix) || prefix.includes("..")) {
    throw new FileRefused(`Prefix ${JSON.stringify(prefix)} is not valid: no key begins with it`);
  }
}

/** Refuses bad keys, types and sizes before it reads a byte of the body. */
export function checkPut(key: string, options: PutOptions): void {
  checkKey(key);
  const expected = contentTypeOf(key);
  if (options.contentType !== expected) {
    const given = JSON.stringify(options.contentType);
    throw new FileRefused(`Content type ${given} does not fit "${key}": its ending stands for "${expected}"`);
  }
}

/** The bytes of a file that a range asks for. */
export function spanOf(key: string, bytes: number, range?: ByteRange): { start: number; end: number } {
  if (!range) return { start: 0, end: bytes - 1 };
  checkRange(key, range);
  if (range.start >= bytes) throw new RangeNotSatisfiable(key, bytes);
  return { start: range.start, end: Math.min(range.end ?? bytes - 1, bytes - 1) };
}

/** Refuses a range that is none, whatever the file's length. */
export function checkRange(key: string, { start, end = start }: ByteRange): void {
  if (Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end >= start) return;
  throw new FileRefused(
    `Range ${start} to ${end} of "${key}" is not valid: whole numbers, the end not before the start`,
  );
}

/** Runs a call to the disk or the network; whatever goes wrong there is `FilesUnavailable`. */
export async function guard<T>(what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new FilesUnavailable(what, error);
  }
}
