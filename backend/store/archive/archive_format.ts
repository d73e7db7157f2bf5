import { createHash } from "node:crypto";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import { promisify } from "node:util";
import type { Json } from "../log/canonical.ts";
import type { LogName, Metadata, RecordedEvent } from "../log/event.ts";
import { currentVersion, upcast } from "../log/upcast.ts";

/** The form of objects and manifests; another one gets another folder. */
export const ARCHIVE_FOLDER = "archive/v1";
/** Events of a frame: a reader of one of them opens the frame, about a megabyte. */
export const FRAME_EVENTS = 1_024;
/** Between twelve and nineteen the objects get 3 % smaller, and writing takes three times as long. */
const LEVEL = 12;
/** No frame has more text. An event may have any length; a thousand of the longest stay far below. */
const MOST_FRAME_BYTES = 512 * 1024 * 1024;

/** An event as the chain hashes it: `bytes` is the text whose SHA-256 the blocks hold (`eventBytes`). */
export interface ArchivedEvent {
  readonly log: LogName;
  readonly bytes: string;
  readonly position: number;
  readonly stream: string;
  readonly streamVersion: number;
  readonly eventId: string;
  readonly type: string;
  readonly schemaVersion: number;
  /** JSON as it was stored. */
  readonly metadata: string;
  readonly data: string;
  /** Microseconds since 1970. */
  readonly occurredMicros: number;
  readonly recordedMicros: number;
}

/** Compresses the texts of a frame: each is a line of its own, in JSON, because an event may hold line breaks. */
export async function packFrame(texts: readonly string[]): Promise<{ packed: Uint8Array; rawBytes: number }> {
  const raw = Buffer.from(texts.map((text) => `${JSON.stringify(text)}\n`).join(""));
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 };
  return { packed: await compress(raw, { params }), rawBytes: raw.byteLength };
}

/** The texts of a frame. Throws for what is no frame. */
export async function unpackFrame(packed: Uint8Array): Promise<string[]> {
  const raw = await decompress(packed, { maxOutputLength: MOST_FRAME_BYTES });
  return raw.toString().split("\n").slice(0, -1).map((line) => JSON.parse(line) as string);
}

const compress = promisify(zstdCompress) as (
  raw: Uint8Array,
  options: { params: Record<number, number> },
) => Promise<Uint8Array>;
const decompress = promisify(zstdDecompress) as (
  packed: Uint8Array,
  options: { maxOutputLength: number },
) => Promise<Buffer>;

/** Reads the text of an event, as `eventBytes` writes it. Throws for any other. */
export function parseEvent(log: LogName, bytes: string): ArchivedEvent {
  const end = bytes.indexOf("\n");
  const parts = bytes.slice(0, end).split(" ");
  const [position, streamVersion, eventId = "", schemaVersion, occurred, recorded, ...lengths] = parts;
  if (end < 0 || parts.length !== 10) throw new Error("it does not begin like an event");
  const [ofLog = 0, ofStream = 0, ofType = 0, ofMetadata = 0] = lengths.map(Number);
  const next = textsOf(bytes, end + 1);
  if (next(ofLog) !== log) throw new Error(`it is not of ${log}`);
  return {
    ...{ log, bytes, eventId, position: Number(position), streamVersion: Number(streamVersion) },
    ...{ stream: next(ofStream), type: next(ofType), metadata: next(ofMetadata), data: next() },
    ...{ schemaVersion: Number(schemaVersion), occurredMicros: Number(occurred), recordedMicros: Number(recorded) },
  };
}

/** Lengths are of UTF-8, which plain text has as many of as it has characters. */
function textsOf(bytes: string, from: number): (length?: number) => string {
  let at = from;
  const isPlain = Buffer.byteLength(bytes) === bytes.length;
  const encoded = isPlain ? undefined : Buffer.from(bytes);
  return (length) => {
    const to = length === undefined ? undefined : at + length;
    const text = encoded ? encoded.subarray(at, to).toString() : bytes.slice(at, to);
    at += length ?? 0;
    return text;
  };
}

/** The event as every reader of the log gets it, in the version of this code. */
export function recordedEvent(event: ArchivedEvent): RecordedEvent {
  const { log, position, stream, streamVersion, eventId, type, schemaVersion } = event;
  return {
    ...{ log, position, stream, streamVersion, eventId, type },
    schemaVersion: currentVersion(type),
    data: upcast({ type, schemaVersion, data: JSON.parse(event.data) as Json }),
    metadata: JSON.parse(event.metadata) as Metadata,
    occurredAt: Math.floor(event.occurredMicros / 1_000),
    recordedAt: Math.floor(event.recordedMicros / 1_000),
  };
}

export function sha256(bytes: Uint8Array | string): Uint8Array {
  return new Uint8Array(createHash("sha256").update(bytes).digest());
}

/** Five bytes of a stream's hash: what a page keeps of it. */
export const PRINT_BYTES = 5;
/** With three bytes of the number of its frame. */
export const KEY_BYTES = PRINT_BYTES + 3;
/** Keys of a page, on average: such a page stays in its row. */
export const PAGE_KEYS = 150;

/** Where the key of a stream is: `part`, of 2^32, says in which page, and `print` is looked for there. */
export function streamKey(stream: string): { part: number; print: Uint8Array } {
  const hash = Buffer.from(sha256(stream));
  return { part: hash.readUInt32BE(0), print: hash.subarray(4, 4 + PRINT_BYTES) };
}

/** The page of a part, of so many pages. */
export function pageOf(part: number, pages: number): number {
  return Math.floor(part * pages / 2 ** 32);
}
