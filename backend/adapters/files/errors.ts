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

/** Runs a call to the disk or the network; whatever goes wrong there is `FilesUnavailable`. */
export async function guard<T>(what: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new FilesUnavailable(what, error);
  }
}
