import { type LogName, shardOfLog } from "../log/event.ts";
import { plainArray, textArray } from "../projections/columns.ts";
import type { Tx } from "../sql.ts";
import type { Manifest, ReadFrame } from "./object.ts";
import { KEY_BYTES, PAGE_KEYS, pageOf, PRINT_BYTES, streamKey } from "./archive_format.ts";

const ROWS_AT_ONCE = 1_000;

/** The ways into an object: where its frames begin, and in which frame the events of a stream are. */
export class ArchiveIndex {
  readonly pages: number;
  readonly #shard: number;
  readonly #log: LogName;
  readonly #frames: ReadFrame[] = [];
  readonly #streams: { stream: string; version: number; position: number }[] = [];
  /** Of each event that is looked up by a hash: in which page its key comes, and the key. */
  readonly #pageOf: Uint32Array;
  readonly #keys: Buffer;
  #count = 0;

  /** `sparse`: how the streams begin that are many and short, and that no decision reads. */
  constructor(readonly tx: Tx, readonly manifest: Manifest, readonly sparse: readonly string[]) {
    const { log, count } = manifest;
    this.pages = Math.max(1, Math.ceil(count / PAGE_KEYS));
    this.#shard = shardOfLog(log);
    this.#log = log;
    this.#pageOf = new Uint32Array(count);
    this.#keys = Buffer.alloc(count * KEY_BYTES);
  }

  async add(frame: ReadFrame): Promise<void> {
    this.#frames.push(frame);
    for (const { stream, streamVersion: version, position } of frame.events) {
      if (this.sparse.some((prefix) => stream.startsWith(prefix))) this.#addKey(stream, frame.frame);
      else this.#streams.push({ stream, version, position });
    }
    if (this.#frames.length >= ROWS_AT_ONCE / 10 || this.#streams.length >= ROWS_AT_ONCE) await this.#write();
  }

  async end(): Promise<void> {
    await this.#write();
    const order = this.#byPage();
    for (let page = 0; page < this.pages;) {
      const pages: { page: number; keys: string }[] = [];
      for (; page < this.pages && pages.length < ROWS_AT_ONCE; page++) {
        const keys = this.#keysOf(order, page);
        if (keys.byteLength > 0) pages.push({ page, keys: keys.toString("hex") });
      }
      if (pages.length > 0) await this.#writePages(pages);
    }
  }

  #addKey(stream: string, frame: number): void {
    const { part, print } = streamKey(stream);
    this.#pageOf[this.#count] = pageOf(part, this.pages);
    this.#keys.set(print, this.#count * KEY_BYTES);
    this.#keys.writeUIntBE(frame, this.#count * KEY_BYTES + PRINT_BYTES, 3);
    this.#count++;
  }

  /** The keys in the order of their pages, and where each page begins and the last one ends. */
  #byPage(): { sorted: Buffer; begins: number[] } {
    const counts = new Uint32Array(this.pages);
    for (const page of this.#pageOf.subarray(0, this.#count)) counts[page] = (counts[page] ?? 0) + 1;
    const begins = [0];
    for (const count of counts) begins.push((begins.at(-1) ?? 0) + count);
    const next = Uint32Array.from(begins);
    const sorted = Buffer.alloc(this.#count * KEY_BYTES);
    for (const [at, page] of this.#pageOf.subarray(0, this.#count).entries()) {
      const place = next[page] ?? 0;
      next[page] = place + 1;
      this.#keys.copy(sorted, place * KEY_BYTES, at * KEY_BYTES, (at + 1) * KEY_BYTES);
    }
    return { sorted, begins };
  }

  #keysOf({ sorted, begins }: { sorted: Buffer; begins: readonly number[] }, page: number): Buffer {
    return sorted.subarray((begins[page] ?? 0) * KEY_BYTES, (begins[page + 1] ?? 0) * KEY_BYTES);
  }

  async #write(): Promise<void> {
    const frames = this.#frames.splice(0);
    const column = (pick: (frame: ReadFrame) => number | string) => plainArray(frames.map(pick));
    await this.tx`
      insert into archived_frames (shard, log, first_position, last_position, range, frame, start_byte, bytes, sha256)
      select ${this.#shard}, ${this.#log}, first, last, ${this.manifest.first}, frame, start, bytes, decode(sha256, 'hex')
      from unnest(
        ${column(({ first }) => first)}::text::bigint[], ${column(({ last }) => last)}::text::bigint[],
        ${column(({ frame }) => frame)}::text::int[], ${column(({ start }) => start)}::text::bigint[],
        ${column(({ bytes }) => bytes)}::text::int[], ${column(({ sha256 }) => sha256)}::text::text[]
      ) as t(first, last, frame, start, bytes, sha256)`;
    const streams = this.#streams.splice(0);
    await this.tx`
      insert into archived_streams (shard, log, stream, stream_version, position)
      select ${this.#shard}, ${this.#log}, stream, version, position
      from unnest(
        ${textArray(streams.map(({ stream }) => stream))}::text::text[],
        ${plainArray(streams.map(({ version }) => version))}::text::int[],
        ${plainArray(streams.map(({ position }) => position))}::text::bigint[]
      ) as t(stream, version, position)`;
  }

  async #writePages(pages: readonly { page: number; keys: string }[]): Promise<void> {
    await this.tx`
      insert into archived_keys (shard, log, range, page, keys)
      select ${this.#shard}, ${this.#log}, ${this.manifest.first}, page, decode(keys, 'hex')
      from unnest(
        ${plainArray(pages.map(({ page }) => page))}::text::int[],
        ${plainArray(pages.map(({ keys }) => keys))}::text::text[]
      ) as t(page, keys)`;
  }
}
