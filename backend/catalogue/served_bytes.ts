import { countedPlayMs } from "../contract/policy.ts";
import type { Sql } from "../store/sql.ts";
import type { Listener } from "./listener.ts";
import { countStream } from "./served_streams_table.ts";

export interface OpenStream {
  readonly grantId: string;
  readonly listener: Listener;
  readonly trackId: string;
  /** Of the whole rendition and of the track. */
  readonly bytes: number;
  readonly durationMs: number;
}

interface Served {
  readonly stream: OpenStream;
  readonly begunAt: number;
  readonly enough: number;
  bytes: number;
  state: "open" | "writing" | "counted";
}

const MOST_OPEN = 50_000;
/** So long a stream may take to its first 30 seconds before its free play is looked at again. */
const BEGINNING_MS = 60_000;

/**
 * Adds up what was served under each grant, over all its requests, in memory; a grant is written down once, when the
 * bytes of 30 seconds (or of half a track shorter than a minute) have gone out.
 */
export class ServedBytes {
  readonly #open = new Map<string, Served>();
  /** The streams of each listener that have begun and are not counted. */
  readonly #beginning = new Map<string, Set<Served>>();
  readonly #writes = new Set<Promise<void>>();

  constructor(
    readonly sql: Sql,
    readonly now: () => number,
    readonly log: (line: string, error?: unknown) => void,
  ) {}

  /** Whether the stream goes on: it is counted, or it has just begun. */
  isGoingOn(grantId: string): boolean {
    const served = this.#open.get(grantId);
    return served !== undefined && (served.state !== "open" || this.#isBeginning(served));
  }

  /** Tracks of which the listener has just begun a stream, besides one. */
  beginning(subject: string, exceptTrackId: string): number {
    const begun = [...this.#beginning.get(subject) ?? []];
    for (const served of begun) if (!this.#isBeginning(served)) this.#forget(served);
    const tracks = begun.filter((served) => this.#isBeginning(served)).map((served) => served.stream.trackId);
    return new Set(tracks).difference(new Set([exceptTrackId])).size;
  }

  /** Begins a stream, or begins it again; `isCounted` where it goes on with one that was counted. */
  begin(stream: OpenStream, { isCounted }: { isCounted: boolean }): void {
    const known = this.#open.get(stream.grantId);
    if (known) this.#forget(known);
    const [oldest] = this.#open.values();
    if (oldest && this.#open.size >= MOST_OPEN) this.#drop(oldest);
    const enough = Math.ceil(stream.bytes * countedPlayMs(stream.durationMs) / stream.durationMs);
    const state = isCounted ? "counted" : "open";
    const served: Served = { stream, begunAt: this.now(), enough, bytes: known?.bytes ?? 0, state };
    this.#open.set(stream.grantId, served);
    if (isCounted) return;
    const { subject } = stream.listener;
    this.#beginning.set(subject, (this.#beginning.get(subject) ?? new Set()).add(served));
  }

  /** Takes the number of bytes of a piece that went out. */
  add(grantId: string, bytes: number): void {
    const served = this.#open.get(grantId);
    if (!served) return;
    served.bytes += bytes;
    if (served.state === "open" && served.bytes >= served.enough) this.#count(served);
  }

  /** Waits for what is being written. */
  async settle(): Promise<void> {
    await Promise.all(this.#writes);
  }

  #isBeginning({ begunAt }: Served): boolean {
    return this.now() - begunAt < BEGINNING_MS;
  }

  #forget(served: Served): void {
    const { subject } = served.stream.listener;
    const begun = this.#beginning.get(subject);
    begun?.delete(served);
    if (begun?.size === 0) this.#beginning.delete(subject);
  }

  #drop(served: Served): void {
    this.#forget(served);
    this.#open.delete(served.stream.grantId);
  }

  #count(served: Served): void {
    served.state = "writing";
    const { grantId, trackId, listener: { shard, subject, address } } = served.stream;
    const row = { grantId, trackId, shard, subject, address, bytes: served.bytes, countedAt: this.now() };
    const write = countStream(this.sql, row).then(
      () => {
        served.state = "counted";
        this.#forget(served);
      },
      (error) => {
        // The next piece tries again.
        served.state = "open";
        this.log(`stream ${grantId} could not be counted`, error);
      },
    ).finally(() => this.#writes.delete(write));
    this.#writes.add(write);
  }
}
