import { FileRefused, FileTooLarge, type PutOptions } from "./types.ts";

/**
 * The body's chunks, with its length held against the options on the way. Errors of the body come through unchanged.
 * Leaving early cancels the body.
 */
export async function* measured(
  key: string,
  body: Uint8Array | ReadableStream<Uint8Array>,
  { bytes, maxBytes }: PutOptions,
): AsyncGenerator<Uint8Array> {
  const announced = bytes ?? 0;
  let seen = 0;
  for await (const chunk of body instanceof Uint8Array ? [body] : body) {
    seen += chunk.byteLength;
    if (maxBytes !== undefined && Math.max(seen, announced) > maxBytes) throw new FileTooLarge(key, maxBytes);
    if (bytes !== undefined && seen > bytes) break;
    yield chunk;
  }
  if (bytes !== undefined && seen !== bytes) {
    throw new FileRefused(`File "${key}" has another length than announced: ${bytes} bytes announced, ${seen} seen`);
  }
}

/** Regroups chunks into parts of exactly `partBytes`; the last one is shorter, and empty where nothing is left. */
export async function* inParts(chunks: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(partBytes);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.byteLength;) {
      const slice = chunk.subarray(from, from + partBytes - filled);
      part.set(slice, filled);
      filled += slice.byteLength;
      from += slice.byteLength;
      if (filled < partBytes) continue;
      yield part;
      part = new Uint8Array(partBytes);
      filled = 0;
    }
  }
  yield part.subarray(0, filled);
}
