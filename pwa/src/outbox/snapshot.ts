import type { OutboxDatabase, OutboxHandle } from "./database.ts";
import { heardMs, readGains } from "./receipts.ts";
import {
  isReport,
  isWrite,
  type LastFlush,
  type OutboxRow,
  type Receipt,
  type SentWrite,
  type WriteFacts,
  type WriteRow,
} from "./schema.ts";
import type { Write } from "./write.ts";

const RECEIPTS_SHOWN = 20;

/** What screens may say about the outbox; all of it is about the user who is logged in, unless it says otherwise. */
export interface OutboxSnapshot {
  userId: string | undefined;
  /** Whether the device was asked what is there for this user. */
  isRead: boolean;
  /** Plays that the service has not answered yet. */
  waiting: number;
  /** Listening in them that the service has not heard of, ms. */
  waitingMs: number;
  /** How many of them wait for a new log-in. */
  blocked: number;
  /** Plays that the service refused, newest first; `lastError` is the reason. Kept for 30 days. */
  dead: readonly OutboxRow[];
  /** Plays of other users of this device that wait. */
  othersWaiting: number;
  /** What the user did beside listening that the service has not answered yet, in the order of sending. */
  writes: readonly OwnWrite[];
  /** The last of it that was answered, oldest first: newer than what a list from before says. */
  sentWrites: readonly SentWrite[];
  /** What the service refused of it, newest first; `lastError` is the reason. Kept for 30 days. */
  refusedWrites: readonly WriteRow[];
  /** Writes of other users of this device that wait for their log-in. */
  othersWrites: number;
  /** Tokens that answers have brought since this page was opened, in any tab. */
  earnedSince: number;
  /** The last answers about the user's plays, newest first; they outlive the page. */
  receipts: readonly Receipt[];
  lastFlush: LastFlush | undefined;
  /** How far the device's clock is behind the service's, ms. */
  clockOffsetMs: number | undefined;
  /** The device could not store the last thing it was given; it is tried again. */
  storageFailed: boolean;
}

export const EMPTY_SNAPSHOT: OutboxSnapshot = {
  userId: undefined,
  isRead: false,
  waiting: 0,
  waitingMs: 0,
  blocked: 0,
  dead: [],
  othersWaiting: 0,
  writes: [],
  sentWrites: [],
  refusedWrites: [],
  othersWrites: 0,
  earnedSince: 0,
  receipts: [],
  lastFlush: undefined,
  clockOffsetMs: undefined,
  storageFailed: false,
};

/** A write that waits. `sending`: a page asks the service right now. `blocked`: it needs a new log-in. */
export interface OwnWrite extends WriteFacts {
  id: string;
  write: Write;
  createdAt: number;
  state: "sending" | "waiting" | "blocked";
}

type Read = Omit<OutboxSnapshot, "userId" | "isRead" | "storageFailed">;

/** Reads snapshots; it remembers which receipts it has counted, since the ring forgets the oldest. */
export class SnapshotReader {
  readonly #database: OutboxDatabase;
  readonly #gained = new Map<string, number>();
  #lastReceipt: number | undefined;

  constructor(database: OutboxDatabase) {
    this.#database = database;
  }

  /** What concerns a user at a moment (epoch ms). */
  async read(userId: string | undefined, now: number): Promise<Read> {
    return await this.#database.run(async (handle) => {
      await this.#countGains(handle);
      const [rows, receipts, lastFlush, clock, sent] = await Promise.all([
        handle.getAll("outbox"),
        handle.getAll("receipts"),
        handle.get("meta", "lastFlush"),
        handle.get("meta", "clock"),
        handle.get("meta", "sent"),
      ]);
      return {
        ...countRows(rows.filter(isReport), userId, heardMs(receipts)),
        ...readWrites(rows.filter(isWrite), userId, now),
        sentWrites: sent?.kind === "sent" ? sent.writes.filter((write) => write.userId === userId) : [],
        earnedSince: (userId === undefined ? 0 : this.#gained.get(userId) ?? 0) / 100,
        receipts: receipts.filter((receipt) => receipt.userId === userId).slice(-RECEIPTS_SHOWN).reverse(),
        lastFlush: lastFlush?.kind === "lastFlush" && lastFlush.userId === userId ? lastFlush : undefined,
        clockOffsetMs: clock?.kind === "clock" ? clock.offsetMs : undefined,
      };
    });
  }

  async #countGains(handle: OutboxHandle): Promise<void> {
    const isFirst = this.#lastReceipt === undefined;
    const { units, lastKey } = await readGains(handle, this.#lastReceipt ?? 0);
    this.#lastReceipt = lastKey;
    if (isFirst) return;
    for (const [userId, gained] of units) this.#gained.set(userId, (this.#gained.get(userId) ?? 0) + gained);
  }
}

function countRows(rows: readonly OutboxRow[], userId: string | undefined, heard: ReadonlyMap<string, number>) {
  const alive = rows.filter((row) => row.state !== "dead");
  const own = alive.filter((row) => row.userId === userId);
  return {
    waiting: own.length,
    waitingMs: own.reduce((sum, row) => sum + Math.max(0, row.revision - (heard.get(row.id) ?? 0)), 0),
    blocked: own.filter((row) => row.state === "blocked").length,
    dead: rows.filter((row) => row.state === "dead" && row.userId === userId).sort((a, b) => b.seq - a.seq),
    othersWaiting: alive.length - own.length,
  };
}

function readWrites(rows: readonly WriteRow[], userId: string | undefined, now: number) {
  const own = rows.filter((row) => row.userId === userId).sort((a, b) => a.seq - b.seq);
  const alive = own.filter((row) => row.state !== "dead");
  return {
    writes: alive.map((row) => ownWrite(row, now)),
    refusedWrites: own.filter((row) => row.state === "dead").reverse(),
    othersWrites: rows.filter((row) => row.userId !== userId && row.state !== "dead").length,
  };
}

function ownWrite(
  { id, payload, createdAt, leasedUntil, state, about, track, before }: WriteRow,
  now: number,
): OwnWrite {
  const facts = { about, ...(track && { track }), ...(before !== undefined && { before }) };
  const isSending = leasedUntil > now;
  return {
    id,
    write: payload,
    createdAt,
    state: state === "blocked" ? state : isSending ? "sending" : "waiting",
    ...facts,
  };
}
