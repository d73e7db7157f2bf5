import type { Context } from "hono";
import type { FileBody, Files, StoredFile } from "../../adapters/files/types.ts";
import { isKnown } from "../../contract/etags.ts";
import { askedBytes } from "./byte_range.ts";

interface SendFile {
  readonly key: string;
  /** The file's length as it was noted when it was made. */
  readonly bytes: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Watches over the body that begins with this byte, where one is sent. */
  readonly watch?: (start: number) => BodyWatch;
}

interface BodyWatch {
  /** How many of the next bytes may go out, at most `bytes`; may wait until some may. */
  allow(bytes: number): number | Promise<number>;
  /** How many bytes go out. */
  went(bytes: number): void;
  /** The body is at its end, or the client no longer takes it. */
  over(): void;
}

/**
 * Answers a GET or HEAD with a file: whole (200), a part (206), nothing (304, 416). The body is read as fast as the
 * client takes it. Answers undefined when there is no such file.
 */
export async function sendFile(c: Context, files: Files, send: SendFile): Promise<Response | undefined> {
  if (c.req.method === "HEAD") {
    const file = await files.stat(send.key);
    return file && answer(200, { ...headersOf(file, send), "content-length": String(file.bytes) });
  }
  // Only a length is needed to ask for the part; whether it is of the same file is seen once it is open.
  const wanted = { range: c.req.header("range"), ifRange: undefined };
  const asked = askedBytes(wanted, { bytes: send.bytes, etag: "", modifiedAt: new Date(0) });
  if (asked.kind === "unsatisfiable") return answer(416, { "content-range": `bytes */${send.bytes}` });
  const opened = await files.get(send.key, asked.kind === "part" ? asked : undefined);
  if (!opened) return undefined;
  return await answerOpened(c, files, { send, opened });
}

async function answerOpened(
  c: Context,
  files: Files,
  { send, opened }: { send: SendFile; opened: FileBody },
): Promise<Response | undefined> {
  const { file } = opened;
  if (isKnown(c.req.header("if-none-match"), file.etag)) {
    await opened.body.cancel();
    return answer(304, headersOf(file, send));
  }
  const ifRange = c.req.header("if-range");
  const asked = askedBytes({ range: c.req.header("range"), ifRange }, file);
  if (asked.kind === "part") return partOf(opened, send);
  if (opened.start === 0 && opened.end === file.bytes - 1) return wholeOf(opened, send);
  // A part was asked for, but of another version of the file.
  await opened.body.cancel();
  const whole = await files.get(send.key);
  return whole && wholeOf(whole, send);
}

function wholeOf({ body, file }: FileBody, send: SendFile): Response {
  return answer(
    200,
    { ...headersOf(file, send), "content-length": String(file.bytes) },
    watched(body, send.watch?.(0)),
  );
}

function partOf({ body, file, start, end }: FileBody, send: SendFile): Response {
  const headers = {
    ...headersOf(file, send),
    "content-length": String(end - start + 1),
    "content-range": `bytes ${start}-${end}/${file.bytes}`,
  };
  return answer(206, headers, watched(body, send.watch?.(start)));
}

/** Any page may show or play what it has a link for; the links are the lock, not the origin. */
const OPEN_TO_ALL = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "accept-ranges, content-length, content-range, etag",
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

function headersOf(file: StoredFile, send: SendFile): Record<string, string> {
  return {
    "content-type": file.contentType,
    etag: `"${file.etag}"`,
    "last-modified": file.modifiedAt.toUTCString(),
    "accept-ranges": "bytes",
    ...send.headers,
  };
}

function answer(status: number, headers: Record<string, string>, body: ReadableStream | null = null): Response {
  return new Response(body, { status, headers: { ...OPEN_TO_ALL, ...headers } });
}

/** Passes a body on piece by piece, only when the client takes one and the watch lets it go. */
function watched(body: ReadableStream<Uint8Array>, watch?: BodyWatch): ReadableStream<Uint8Array> {
  if (!watch) return body;
  const reader = body.getReader();
  let rest: Uint8Array | undefined;
  let isOver = false;
  return new ReadableStream({
    async pull(controller) {
      const piece = rest ?? (await reader.read().catch((error) => {
        watch.over();
        throw error;
      })).value;
      if (isOver) return;
      if (!piece) {
        watch.over();
        return controller.close();
      }
      rest = piece;
      const bytes = await watch.allow(piece.byteLength);
      if (isOver) return;
      rest = bytes < piece.byteLength ? piece.subarray(bytes) : undefined;
      watch.went(bytes);
      controller.enqueue(piece.subarray(0, bytes));
    },
    async cancel(reason) {
      isOver = true;
      watch.over();
      await reader.cancel(reason);
    },
  }, { highWaterMark: 0 });
}
