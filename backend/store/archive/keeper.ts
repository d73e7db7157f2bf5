import type { Metrics } from "../metrics.ts";
import type { Sql } from "../sql.ts";
import { archiveDue, type ArchiveOptions } from "./archive.ts";
import { keepByColumn } from "./columnar.ts";
import { isDue, rangesNow } from "./ranges_due.ts";

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 10 * 60_000;

interface KeeperOptions extends Omit<ArchiveOptions, "afterDays" | "now"> {
  readonly sql: Sql;
  readonly metrics: Metrics;
  /** Undefined where nothing may leave. */
  readonly afterDays: number | undefined;
  readonly now: () => number;
}

/**
 * Each night keeps old ranges by column, where an engine can, and archives what is due, where that is turned on. Measures
 * how long something has been due.
 */
export class ArchiveKeeper implements Disposable {
  #overdueMs = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(readonly options: KeeperOptions) {
    options.metrics.gauge("archive_overdue_seconds", {
      help: "How long the oldest range of events has been due to leave the database; 0 where none is, or none may",
      read: () => [{ value: this.#overdueMs / 1_000 }],
    });
    if (options.afterDays === undefined) return;
    // A look that fails leaves the number as it was; the night's work says why.
    this.#timer = setInterval(() => void this.look().catch(() => {}), LOOK_EVERY_MS);
    this.look().catch(() => {});
  }

  /** A chore of the night. */
  async night(): Promise<void> {
    const { afterDays, ownerUrl, now, log } = this.options;
    await keepByColumn({ ownerUrl, now, ...(log && { log }) });
    if (afterDays === undefined) return;
    try {
      await archiveDue({ ...this.options, afterDays });
    } finally {
      await this.look();
    }
  }

  /** Measures now. */
  async look(): Promise<void> {
    const { sql, afterDays = Infinity, now } = this.options;
    const due = (await rangesNow(sql, { afterDays, now: now() })).filter(isDue);
    const since = due.map(({ logs }) => Math.max(...logs.map(({ recordedTo = 0 }) => recordedTo)) + afterDays * DAY_MS);
    this.#overdueMs = Math.max(0, now() - Math.min(now(), ...since));
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
