import { createHash } from "node:crypto";

/** Options for most puts of the tests. */
export const MP3 = { contentType: "audio/mpeg" };

export const MEBIBYTE = 1024 * 1024;

export function text(value: string): Uint8Array {
  return new TextEncoder().encode(value);
}

export function streamOf(chunks: string[]): ReadableStream<Uint8Array> {
  return ReadableStream.from(chunks.map(text));
}

export function breakingAfter(bytes: number): ReadableStream<Uint8Array> {
  return ReadableStream.from(async function* () {
    for (let left = bytes; left > 0; left -= MEBIBYTE) yield new Uint8Array(Math.min(left, MEBIBYTE));
    throw new Error("the uploader went away");
  }());
}

export function endless(): { stream: ReadableStream<Uint8Array>; cancelled(): boolean } {
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(MEBIBYTE)),
    cancel: () => void (cancelled = true),
  });
  return { stream, cancelled: () => cancelled };
}

/** Bytes that do not repeat, in pieces whose length divides nothing. */
export function noise(total: number): { stream: ReadableStream<Uint8Array>; digest(): string } {
  const hash = createHash("sha256");
  let sum = "";
  const stream = ReadableStream.from(function* () {
    let state = 1;
    for (let left = total; left > 0; left -= 99_991) {
      const chunk = new Uint8Array(Math.min(left, 99_991));
      for (let at = 0; at < chunk.length; at++) chunk[at] = state = (state * 48271) % 2147483647;
      hash.update(chunk);
      yield chunk;
    }
    sum = hash.digest("hex");
  }());
  return { stream, digest: () => sum };
}

export function pausedInTheMiddle(letter: string, bytes: number, resume: Promise<void>): ReadableStream<Uint8Array> {
  const half = text(letter.repeat(bytes / 2));
  return ReadableStream.from(async function* () {
    yield half;
    await resume;
    yield half;
  }());
}

export async function bytesOf(body: ReadableStream<Uint8Array> | undefined): Promise<ArrayBuffer> {
  if (!body) throw new Error("There is no such file");
  return await new Response(body.pipeThrough(new TransformStream())).arrayBuffer();
}

export async function textOf(body: ReadableStream<Uint8Array> | undefined): Promise<string> {
  return new TextDecoder().decode(await bytesOf(body));
}
