import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import type { Context, MiddlewareHandler } from "hono";
import { Refusal } from "../contract/refusal.ts";
import { isStorableText } from "../store/log/canonical.ts";
import { wordsForLong } from "./field_words.ts";
import { type FormFacts, withFacts } from "./route_facts.ts";

interface FormLimits {
  /** An empty folder that the caller removes, whatever happens. */
  readonly folder: string;
  /** The files we want, by field. We keep no others. */
  readonly files: FormFacts["files"];
}

export interface ReceivedFile {
  readonly path: string;
  readonly bytes: number;
  /** The client's name for it: for messages, never for a path. */
  readonly filename: string;
  /** The client's claim: nothing to rely on. */
  readonly contentType: string;
}

interface ReceivedForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: ReadonlyMap<string, ReceivedFile>;
}

/** A client that sends nothing for so long is gone. */
const STALLED_MS = 60_000;
const ROOM_FOR_TEXTS = 512 * 1024;
const MOST_FIELDS = 40;
const FIELD_BYTES = 4_096;
const NAME_BYTES = 100;

/** Notes what a call takes as a form, for the description of the API; the call itself receives it by the same words. */
export function formBody(form: FormFacts): MiddlewareHandler {
  return withFacts(async (_, next) => await next(), { form });
}

/**
 * Receives a form with files (multipart/form-data) and streams each wanted file to the disk: no more than one piece is
 * ever in memory. Throws Refusals: another content type (415), too large (413), broken or broken off (400).
 *
 * Busboy, because @remix-run/multipart-parser 0.16 keeps each part in memory until it is whole, and has one limit for all.
 */
export async function receiveForm(c: Context, limits: FormLimits): Promise<ReceivedForm> {
  const contentType = c.req.header("content-type") ?? "";
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) {
    throw new Refusal("not_a_form", "Send this as a form with files (multipart/form-data).");
  }
  refuseAnnouncedSize(c, limits);
  const busboy = openBusboy(contentType);
  // Keeps the first failure; the others follow from it.
  const failed = new AbortController();
  const { signal } = failed;
  const fail = (error: unknown) => failed.abort(error);
  const fields = collectFields(busboy, fail);
  const { files, streams, writing } = keepFiles(busboy, limits, fail);
  for (const limit of ["partsLimit", "filesLimit", "fieldsLimit"] as const) {
    busboy.on(limit, () => fail(new Refusal("invalid_request", "The form has too many parts")));
  }
  busboy.on("error", () => fail(unreadable()));
  try {
    await pipeline(pieces(c.req.raw.body, signal), busboy, { signal });
    await Promise.all(writing);
    signal.throwIfAborted();
  } catch (error) {
    fail(error);
    for (const stream of streams) stream.destroy();
    await Promise.all(writing);
    throw signal.reason;
  }
  return { fields: Object.fromEntries(fields), files };
}

/** Spares everybody the transfer when the announced size is already too large. */
function refuseAnnouncedSize(c: Context, { files }: FormLimits): void {
  const most = Object.entries(files).toSorted(([, one], [, two]) => two.maxBytes - one.maxBytes);
  const [largest] = most;
  const total = most.reduce((sum, [, { maxBytes }]) => sum + maxBytes, ROOM_FOR_TEXTS);
  if (largest && Number(c.req.header("content-length") ?? 0) > total) {
    throw fileTooLarge(largest[0], largest[1].maxBytes);
  }
}

function openBusboy(contentType: string): BusboyInstance {
  try {
    return Busboy({
      headers: { "content-type": contentType },
      limits: { fields: MOST_FIELDS, parts: MOST_FIELDS * 2, fieldSize: FIELD_BYTES, fieldNameSize: NAME_BYTES },
    });
  } catch {
    throw unreadable();
  }
}

type Fail = (error: unknown) => void;

function collectFields(busboy: BusboyInstance, fail: Fail): Map<string, string> {
  const fields = new Map<string, string>();
  busboy.on("field", (name, value, nameCut, valueCut) => {
    if (nameCut || valueCut) {
      return fail(new Refusal("invalid_request", wordsForLong(nameCut ? "" : name, FIELD_BYTES)));
    }
    if (!isStorableText(name + value)) return fail(unreadable());
    fields.set(name, value);
  });
  return fields;
}

/** Writes the wanted files to the disk as they come; every promise of `writing` fulfils. */
function keepFiles(busboy: BusboyInstance, limits: FormLimits, fail: Fail) {
  const files = new Map<string, ReceivedFile>();
  const streams: BusboyFileStream[] = [];
  const writing: Promise<void>[] = [];
  busboy.on("file", (name, stream, filename = "", _encoding, contentType = "") => {
    // A part that breaks off fails its stream, too; without a listener that would end the process.
    stream.on("error", () => {});
    streams.push(stream);
    const maxBytes = limits.files[name]?.maxBytes;
    if (maxBytes === undefined || files.has(name)) return void stream.resume();
    const path = join(limits.folder, name);
    const written = writeFile(stream, { path, tooLarge: () => fileTooLarge(name, maxBytes), maxBytes });
    writing.push(written.then((bytes) => void files.set(name, { path, bytes, filename, contentType }), fail));
  });
  return { files, streams, writing };
}

async function writeFile(
  stream: BusboyFileStream,
  { path, maxBytes, tooLarge }: { path: string; maxBytes: number; tooLarge(): Refusal },
): Promise<number> {
  let bytes = 0;
  const counted = async function* (chunks: AsyncIterable<unknown>) {
    for await (const chunk of chunks) {
      if (!(chunk instanceof Uint8Array)) continue;
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw tooLarge();
      yield chunk;
    }
  };
  await pipeline(stream, counted, createWriteStream(path, { flags: "wx" }));
  return bytes;
}

async function* pieces(body: ReadableStream<Uint8Array> | null, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  try {
    while (true) {
      const { done, value } = await withinTime(reader.read());
      if (done) return;
      yield value;
      signal.throwIfAborted();
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // The client hung up and does not read the answer: it is no fault of ours.
    throw unreadable();
  } finally {
    reader.cancel().catch(() => {});
  }
}

async function withinTime<Value>(read: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Refusal("invalid_request", "The upload stopped: please try again")),
      STALLED_MS,
    );
  });
  try {
    return await Promise.race([read, stalled]);
  } finally {
    clearTimeout(timer);
  }
}

/** The refusal for a body that is no form, or broke off. */
function unreadable(): Refusal {
  return new Refusal("invalid_request", "This form could not be read: please try again");
}

/** The refusal for a file that is larger than its limit, at its field. */
function fileTooLarge(field: string, maxBytes: number): Refusal {
  const most = Math.floor(maxBytes / 1_048_576);
  return new Refusal("body_too_large", `This file is too large: at most ${most} MB`, { field });
}
