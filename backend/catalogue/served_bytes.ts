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
  readonly enough: number;
  bytes: number;
  state: "open" | "writing" | "counted";
}

const MOST_OPEN = 50_000;

/**
 * Adds up what was served under each grant, over all its requests, in memory; a grant is written down once, when the
 * bytes of 30 seconds (or of half a track shorter than a minute) have gone out.
 */
export class ServedBytes {
  readonly #open = new Map<string, Served>();
  readonly #writes = new Set<Promise<void>>();

  constructor(
    readonly sql: Sql,
    readonly now: () => number,
    readonly log: (line: string, error?: unknown) => void,
  ) {}

  /** Whether something was served under the grant, as far as this process knows. */
  isOpen(grantId: string): boolean {
    return this.#open.has(grantId);
  }

  /** Answers the function that takes the number of bytes of each piece served. */
  open(stream: OpenStream): (bytes: number) => void {
    const served = this.#open.get(stream.grantId) ?? this.#begin(stream);
    return (bytes) => {
      served.bytes += bytes;
      if (served.state === "open" && served.bytes >= served.enough) this.#count(served);
    };
  }

  /** Waits for what is being written. */
  async settle(): Promise<void> {
    await Promise.all(this.#writes);
  }

  #begin(stream: OpenStream): Served {
    const [oldest] = this.#open.keys();
    if (this.#open.size >= MOST_OPEN && oldest !== undefined) this.#open.delete(oldest);
    const enough = Math.ceil(stream.bytes * countedPlayMs(stream.durationMs) / stream.durationMs);
    const served: Served = { stream, enough, bytes: 0, state: "open" };
    this.#open.set(stream.grantId, served);
    return served;
  }

  #count(served: Served): void {
    served.state = "writing";
    const { grantId, trackId, listener: { shard, subject, address } } = served.stream;
    const row = { grantId, trackId, shard, subject, address, bytes: served.bytes, countedAt: this.now() };
    const write = countStream(this.sql, row).then(
      () => void (served.state = "counted"),
      (error) => {
        // The next piece tries again.
        served.state = "open";
        this.log(`stream ${grantId} could not be counted`, error);
      },
    ).finally(() => this.#writes.delete(write));
    this.#writes.add(write);
  }
}
