import { newId } from "@contract/ids.ts";
import type { Quality } from "@contract/listening.ts";
import type { DeviceClock } from "./clock.ts";
import type { OutboxDatabase } from "./database.ts";
import type { Locks } from "./effects.ts";
import type { Flusher } from "./flusher.ts";
import type { Reporter } from "./reporters.ts";
import { endSession, openSessions, reportSession, saveSession } from "./rows.ts";
import { draftOf, type SessionRow, type TrackFacts } from "./schema.ts";
import { Session, type SessionKeeper } from "./session.ts";
import { ifGone } from "./tab.ts";

export interface NewPlay {
  trackId: string;
  track: TrackFacts;
  /** Where it was started, such as `songs`. */
  source: string;
  quality: Quality;
  /** Played from the copy saved for offline play. */
  offline: boolean;
}

interface SessionsParts {
  database: OutboxDatabase;
  clock: DeviceClock;
  flusher: Flusher;
  locks: Locks;
  /** Name of this tab. */
  tab: string;
  reporter(): Reporter | undefined;
  deviceId(): string;
  /** Tells whether the device could store what it was given. */
  stored(isStored: boolean): void;
  /** Rows of the outbox have changed. */
  changed(): void;
}

/** The open sessions of this tab, and those that other tabs left behind. */
export class Sessions {
  readonly #parts: SessionsParts;
  readonly #keeper: SessionKeeper;
  readonly #known = new Set<string>();
  /** Ended, but the device could not store it yet. */
  readonly #unsaved = new Map<string, SessionRow>();

  constructor(parts: SessionsParts) {
    this.#parts = parts;
    this.#keeper = {
      now: () => parts.clock.now(),
      checkpoint: async (row) => void await this.#attempt(saveSession(parts.database, row)),
      report: (row) => this.#report(row),
      part: (kept, reported) => this.#part(kept, reported),
      end: (row) => this.#end(row),
    };
  }

  /** Opens a session now; nothing without a log-in, since then nothing is earned. */
  begin(play: NewPlay): Session | undefined {
    const { reporter, deviceId, tab, clock } = this.#parts;
    const userId = reporter()?.userId;
    if (userId === undefined) return undefined;
    const now = clock.now();
    const row: SessionRow = {
      ...play,
      playId: newId(now),
      userId,
      deviceId: deviceId(),
      startedAt: now,
      segments: [],
      listenedMs: 0,
      owner: tab,
      lastCheckpointAt: now,
      reports: 0,
      reportedMs: 0,
      reportedSegments: 0,
    };
    const session = this.#adopt(row);
    // Immediately: while its row is there, the user's token is not forgotten.
    void session.checkpoint();
    return session;
  }

  /** The sessions that this tab had open before it was reloaded. Each is given once: go on with it, or end it. */
  async resumable(): Promise<Session[]> {
    const rows = await openSessions(this.#parts.database).catch(() => []);
    return rows.filter((row) => row.owner === this.#parts.tab && !this.#known.has(row.playId)).map((row) =>
      this.#adopt(row)
    );
  }

  /** Ends what could not be stored before, and the sessions of tabs that are gone. True when there were any. */
  async recover(): Promise<boolean> {
    const { database, clock, locks, tab } = this.#parts;
    let found = this.#unsaved.size > 0;
    for (const row of [...this.#unsaved.values()]) {
      await endSession(database, row, clock.now());
      this.#unsaved.delete(row.playId);
      this.#parts.stored(true);
    }
    const owners = new Set((await openSessions(database)).map((row) => row.owner));
    owners.delete(tab);
    for (const owner of owners) {
      await ifGone(locks, owner, async () => {
        const left = (await openSessions(database)).filter((row) => row.owner === owner);
        for (const row of left) await endSession(database, row, clock.now());
        found ||= left.length > 0;
      });
    }
    return found;
  }

  #adopt(row: SessionRow): Session {
    this.#known.add(row.playId);
    return new Session(row, this.#keeper);
  }

  async #report(row: SessionRow): Promise<void> {
    const { database, clock, flusher, changed } = this.#parts;
    await this.#attempt(reportSession(database, row, clock.now()));
    changed();
    void flusher.flush();
  }

  /** Starts the writes and the request in the same task: a page that ends runs nothing later. */
  async #part(kept: SessionRow, reported: SessionRow | undefined): Promise<void> {
    const { database, clock, flusher, reporter, changed } = this.#parts;
    const saved = this.#attempt(saveSession(database, kept));
    if (!reported) return void await saved;
    const now = clock.now();
    const reportToken = reporter()?.userId === reported.userId ? reporter()?.reportToken : undefined;
    const sent = reportToken ? flusher.accelerate({ ...draftOf(reported), reportToken }) : undefined;
    await Promise.all([saved, this.#attempt(reportSession(database, reported, now)), sent]);
    changed();
    void flusher.flush();
  }

  async #end(row: SessionRow): Promise<void> {
    const { database, clock, flusher, changed } = this.#parts;
    const isStored = await this.#attempt(endSession(database, row, clock.now()));
    if (!isStored) this.#unsaved.set(row.playId, row);
    changed();
    void flusher.flush();
  }

  async #attempt(write: Promise<void>): Promise<boolean> {
    const isStored = await write.then(() => true, () => false);
    this.#parts.stored(isStored);
    return isStored;
  }
}
