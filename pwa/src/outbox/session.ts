import type { Segment } from "@contract/listening.ts";
import { MAX_REPORTS_PER_PLAY } from "@contract/policy.ts";
import type { SessionRow } from "./schema.ts";

/** A report that adds less than this is not worth one of the four. */
const WORTH_REPORTING_MS = 1_000;

/** What the meter has measured: the sum of the segments' lengths is `listenedMs`. */
export interface Reading {
  listenedMs: number;
  segments: readonly Segment[];
  /** Stretches of the song, s from and to, in the order of hearing. */
  heard?: readonly Segment[];
}

/** How an open session is kept; the outbox gives every session one. */
export interface SessionKeeper {
  checkpoint(row: SessionRow): Promise<void>;
  report(row: SessionRow): Promise<void>;
  /** `kept` is stored first and alone; `reported` goes to the outbox, if the page lives long enough. */
  part(kept: SessionRow, reported: SessionRow | undefined): Promise<void>;
  end(row: SessionRow): Promise<void>;
  now(): number;
}

/**
 * One listen of one track, from the first sound until another track, the end, or a log-out. What it has measured is
 * kept on the device; it survives a reload and ends as a row of the outbox.
 */
export class Session {
  readonly #keeper: SessionKeeper;
  #row: SessionRow;
  #ended = false;
  /** A page is hidden and left in one go: until the outbox has the first of the two reports, the second keeps it in mind. */
  #parting: Pick<SessionRow, "partedMs"> & { reportedMs?: number } = {};

  constructor(row: SessionRow, keeper: SessionKeeper) {
    this.#row = row;
    this.#keeper = keeper;
  }

  /** A copy of its present state. */
  get row(): Readonly<SessionRow> {
    return this.#row;
  }

  /** How long ago it started, and how long ago it was last kept, ms by the device's clock. */
  get elapsedMs(): number {
    return this.#keeper.now() - this.#row.startedAt;
  }

  get idleMs(): number {
    return this.#keeper.now() - this.#row.lastCheckpointAt;
  }

  /** Takes the meter's newest reading. What is listened never shrinks. */
  take(reading: Reading): void {
    if (this.#ended || reading.listenedMs <= this.#row.listenedMs) return;
    this.#row = { ...this.#row, ...reading, segments: [...reading.segments] };
  }

  /** Keeps the row as it is now, against a crash. */
  async checkpoint(): Promise<void> {
    if (this.#ended) return;
    this.#row = { ...this.#row, lastCheckpointAt: this.#keeper.now() };
    await this.#keeper.checkpoint(this.#row);
  }

  /** Reports what was heard so far while the session goes on. One of a play's four reports is kept for its end. */
  async report(): Promise<void> {
    if (!this.#mayReport()) return await this.checkpoint();
    this.#countReport();
    await this.#keeper.report(this.#row);
  }

  /**
   * Goes on after a reload: what the last page could not put into the outbox any more waits there from now on. It is the
   * same report again, so it is none more of the four.
   */
  async resume(): Promise<void> {
    const { partedMs, listenedMs, reportedMs, segments } = this.#row;
    if (this.#ended || partedMs !== listenedMs || reportedMs >= listenedMs) return await this.report();
    this.#row = { ...this.#row, reportedMs: listenedMs, reportedSegments: segments.length };
    await this.#keeper.report(this.#row);
  }

  /** The page may end now: checkpoint, and a report on its way before anything is awaited. */
  async part(): Promise<void> {
    if (this.#ended) return;
    const { reportedMs } = this.#row;
    const isReport = this.#mayReport();
    if (isReport) {
      this.#countReport();
      this.#parting = { reportedMs, partedMs: this.#row.listenedMs };
    }
    this.#row = { ...this.#row, lastCheckpointAt: this.#keeper.now() };
    // A page that ends may store the first and not the second: then the report was one of four, but waits nowhere.
    await this.#keeper.part({ ...this.#row, ...this.#parting }, isReport ? this.#row : undefined);
    if (isReport) this.#parting = {};
  }

  /** Ends the session: its row moves to the outbox. Nothing can be added afterwards. */
  async end(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    await this.#keeper.end(this.#row);
  }

  #mayReport(): boolean {
    const { reports, reportedMs, listenedMs } = this.#row;
    return !this.#ended && reports < MAX_REPORTS_PER_PLAY - 1 && listenedMs - reportedMs >= WORTH_REPORTING_MS;
  }

  #countReport(): void {
    const { reports, listenedMs, segments } = this.#row;
    this.#row = { ...this.#row, reports: reports + 1, reportedMs: listenedMs, reportedSegments: segments.length };
  }
}
