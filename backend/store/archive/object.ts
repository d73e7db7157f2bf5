import { createHash } from "node:crypto";
import { newId } from "../../contract/ids.ts";
import { type Block, blockHash, eventBytes, HASH_BYTES, sameBytes } from "../chain/chain_format.ts";
import { blocksFrom } from "../chain/chain_verify.ts";
import type { LogName } from "../log/event.ts";
import { eventsIn } from "../place.ts";
import type { Tx } from "../sql.ts";
import { type ArchiveFiles, bytesOf } from "./archive_files.ts";
import {
  ARCHIVE_FOLDER,
  type ArchivedEvent,
  FRAME_EVENTS,
  packFrame,
  parseEvent,
  sha256,
  unpackFrame,
} from "./archive_format.ts";

/** A log's part of a range of positions, both ends included. */
export interface Part {
  readonly log: LogName;
  readonly first: number;
  readonly last: number;
}

/** Describes the object beside it: with both, a reader needs nothing else to read and prove it. */
export interface Manifest extends Part {
  readonly archive: 1;
  readonly object: string;
  readonly count: number;
  /** Of the object; hex. */
  readonly sha256: string;
  readonly bytes: number;
  /** Of the lines before they were compressed. */
  readonly rawBytes: number;
  /** The rules by which the bytes of its blocks' events are hashed (`chain_format.ts`). */
  readonly formats: readonly number[];
  readonly blocks: readonly {
    readonly block: number;
    readonly first: number;
    readonly last: number;
    readonly hash: string;
  }[];
  /** One after another without a gap. */
  readonly frames: readonly {
    readonly first: number;
    readonly last: number;
    readonly bytes: number;
    readonly sha256: string;
  }[];
}

/** The object that was written is not what the chain says. */
export class ArchiveDiffers extends Error {
  override readonly name = "ArchiveDiffers";
}

/** The manifests of objects that earlier tries have left of this part, finished or not. */
export async function* manifestsOf(files: ArchiveFiles, part: Part): AsyncGenerator<Manifest> {
  for await (const { key } of files.list(`${keyBase(part)}-`)) {
    if (!key.endsWith(".json")) continue;
    const found = await files.get(key);
    if (!found) continue;
    const manifest = JSON.parse(Buffer.from(await bytesOf(found.body)).toString()) as Manifest;
    if (manifest.archive === 1 && manifest.log === part.log && manifest.last === part.last) yield manifest;
  }
}

function keyBase({ log, first, last }: Part): string {
  return `${ARCHIVE_FOLDER}/${log}/${first}-${last}`;
}

/**
 * Writes the object of a part and its manifest. Its key is new with each try: an object never changes, even where two
 * processes write, or a copy of the database goes on by itself with the same files.
 */
export async function writeObject(tx: Tx, files: Pick<ArchiveFiles, "put">, part: Part): Promise<Manifest> {
  const object = `${keyBase(part)}-${newId().slice(-12)}.jsonl.zst`;
  const frames: Manifest["frames"][number][] = [];
  const whole = createHash("sha256");
  let rawBytes = 0;
  let first = part.first;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (first > part.last) return controller.close();
      const last = Math.min(part.last, first + FRAME_EVENTS - 1);
      const texts = await textsBetween(tx, part.log, { first, last });
      const { packed, rawBytes: raw } = await packFrame(texts);
      frames.push({ first, last, bytes: packed.byteLength, sha256: sha256(packed).toHex() });
      whole.update(packed);
      rawBytes += raw;
      first = last + 1;
      controller.enqueue(packed);
    },
  }, { highWaterMark: 0 });
  const { bytes } = await files.put(object, body, { contentType: "application/octet-stream" });
  const blocks: Block[] = [];
  for await (const block of blocksFrom(tx, part)) blocks.push(block);
  const manifest: Manifest = {
    archive: 1,
    ...part,
    object,
    count: part.last - part.first + 1,
    ...{ sha256: whole.digest("hex"), bytes, rawBytes },
    formats: [...new Set(blocks.map(({ format }) => format))],
    blocks: blocks.map(({ block, first, last, hash }) => ({ block, first, last, hash: hash.toHex() })),
    frames,
  };
  const key = object.replace(/\.jsonl\.zst$/, ".json");
  await files.put(key, Buffer.from(JSON.stringify(manifest)), { contentType: "application/json" });
  return manifest;
}

async function textsBetween(
  tx: Tx,
  log: LogName,
  { first, last }: { first: number; last: number },
): Promise<string[]> {
  const rows = await tx<{ bytes: string }[]>`
    select convert_from(${eventBytes(tx)}, 'UTF8') as bytes from ${eventsIn(log)}
    where log = ${log} and position between ${first} and ${last} order by position`;
  if (rows.length !== last - first + 1) {
    throw new ArchiveDiffers(`${log} from ${first} to ${last} has ${rows.length} events`);
  }
  return rows.map(({ bytes }) => bytes);
}

/** A frame as it was read back, with its place in the object. */
export interface ReadFrame {
  readonly frame: number;
  readonly first: number;
  readonly last: number;
  readonly start: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly events: readonly ArchivedEvent[];
}

/**
 * Reads an object back whole, frame by frame, and proves it: every event has the hash that the chain's block says, no
 * position is missing, every block has the hash of its content, and object and manifest agree. Throws ArchiveDiffers at
 * the first that is wrong, and what the files port throws.
 */
export async function* proveObject(tx: Tx, files: ArchiveFiles, manifest: Manifest): AsyncGenerator<ReadFrame> {
  const { log, object } = manifest;
  const differs = (position: number, what: string) =>
    new ArchiveDiffers(`${log}, position ${position}: ${what} in ${object}`);
  const found = await files.get(object);
  if (!found) throw differs(manifest.first, "there is no object");
  const whole = createHash("sha256");
  const take = takerOf(found.body);
  const hashes = sealedHashes(tx, manifest, differs);
  let expected = manifest.first;
  let start = 0;
  await using _ = { [Symbol.asyncDispose]: take.close };
  for (const [number, frame] of manifest.frames.entries()) {
    const packed = await take.bytes(frame.bytes);
    if (!packed || sha256(packed).toHex() !== frame.sha256) throw differs(frame.first, "the frame is another one");
    whole.update(packed);
    const events = (await unpackFrame(packed)).map((text) => parseEvent(log, text));
    for (const event of events) {
      const { value: sealed } = await hashes.next();
      if (event.position !== expected) throw differs(expected, `${event.position} stands there`);
      if (!sealed || !sameBytes(sealed, sha256(event.bytes))) throw differs(expected, "it is not what was sealed");
      expected++;
    }
    if (frame.last !== expected - 1) throw differs(frame.last, "the frame ends elsewhere");
    yield { ...frame, frame: number, start, events };
    start += frame.bytes;
  }
  if (expected !== manifest.last + 1) throw differs(expected, "the object ends before it");
  if (await take.bytes(1) || start !== manifest.bytes) throw differs(manifest.last, "something stands behind it");
  if (whole.digest("hex") !== manifest.sha256) throw differs(manifest.first, "the hash of the whole is another one");
}

/** The hash that the chain holds of each event of a part, in order. */
async function* sealedHashes(
  tx: Tx,
  { blocks: told, ...part }: Manifest,
  differs: (position: number, what: string) => Error,
): AsyncGenerator<Uint8Array> {
  const hashes = new Map(told.map(({ block, hash }) => [block, hash]));
  for await (const block of blocksFrom(tx, part)) {
    if (!sameBytes(block.hash, blockHash(block))) {
      throw differs(block.first, "its block has not the hash of its content");
    }
    if (hashes.get(block.block) !== block.hash.toHex()) throw differs(block.first, "its block is not the manifest's");
    for (let position = Math.max(block.first, part.first); position <= Math.min(block.last, part.last); position++) {
      const at = (position - block.first) * HASH_BYTES;
      yield block.eventHashes.subarray(at, at + HASH_BYTES);
    }
  }
}

/** Takes so many bytes of a body at a time; undefined where it has fewer. */
function takerOf(body: ReadableStream<Uint8Array>) {
  const chunks = body[Symbol.asyncIterator]();
  let kept: Uint8Array = new Uint8Array();
  return {
    async bytes(count: number): Promise<Uint8Array | undefined> {
      const list = [kept];
      let have = kept.byteLength;
      while (have < count) {
        const { value, done } = await chunks.next();
        if (done) return undefined;
        list.push(value);
        have += value.byteLength;
      }
      const all = Buffer.concat(list);
      kept = all.subarray(count);
      return all.subarray(0, count);
    },
    async close(): Promise<void> {
      await chunks.return?.();
    },
  };
}
