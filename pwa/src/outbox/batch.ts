import type { OutboxDatabase, WriteTransaction } from "./database.ts";
import { ROW_KINDS, type RowAnswer } from "./kinds.ts";
import { backoffMs, isDue } from "./retry.ts";
import { saveReceipt } from "./receipts.ts";
import { untilOf } from "./rows.ts";
import { isReport, type LastFlush, type OutboxRow, type SentRow, type StoredRow } from "./schema.ts";

const MAX_BYTES = 32 * 1024;

interface BatchOptions {
  now: number;
  /** Most rows. */
  limit: number;
  /** There is a sign that the network is back: rows that failed for want of it need not wait any longer. */
  hurry: boolean;
}

/** The next rows that may travel together: one kind, one user, one token; in order, at most 32 KB. */
export async function takeBatch(database: OutboxDatabase, options: BatchOptions): Promise<OutboxRow[]> {
  const batch: OutboxRow[] = [];
  let bytes = 0;
  await database.run(async (handle) => {
    batch.length = bytes = 0;
    const index = handle.transaction("outbox").store.index("order");
    for await (const { value: row } of index.iterate(everyWaiting())) {
      if (!mayTravel(row, options) || !fits(row, batch[0])) continue;
      bytes += JSON.stringify(row.payload).length + 1;
      if (batch.length === options.limit || (batch.length > 0 && bytes > MAX_BYTES)) break;
      batch.push(row);
    }
  });
  return batch;
}

function mayTravel(row: StoredRow, { now, hurry }: BatchOptions): row is OutboxRow {
  if (!isKnown(row) || untilOf(row) > now + AHEAD_MS) return false;
  return isDue(row.nextAttemptAt, now) || (hurry && row.lastError === "network");
}

/**
 * A row from further ahead is of a tab whose clock was set back since. That tab still tells the time of before and sends
 * it, or a page that opens later: by the clock of this one it would lie in the future.
 */
const AHEAD_MS = 2_000;

function fits(row: OutboxRow, first: OutboxRow | undefined): boolean {
  if (!first) return true;
  return row.kind === first.kind && row.userId === first.userId && row.reportToken === first.reportToken;
}

interface Settlement {
  sent: readonly SentRow[];
  answers: ReadonlyMap<string, RowAnswer>;
  flush: LastFlush;
  clock: { serverAt: number; offsetMs: number } | undefined;
  random: number;
}

/**
 * Takes over the answers: deletions, refusals and receipts in one transaction. An answer touches a row only while
 * the row still is what was sent; a play that has grown since then stays.
 */
export function settleBatch(database: OutboxDatabase, settlement: Settlement): Promise<void> {
  const { sent, answers, flush, clock, random } = settlement;
  return database.write(async (transaction) => {
    for (const row of sent) {
      const answer = answers.get(row.id);
      if (answer) await saveReceipt(transaction, { row, answer, at: flush.at });
      await changeRow(transaction, row, (now) => {
        if (!answer) return delayed(now, { error: "no_answer", at: flush.at, random });
        if (now.revision !== row.revision) return now;
        return answer.status === "refused" ? refused(now, answer) : undefined;
      });
    }
    const meta = transaction.objectStore("meta");
    await meta.put({ key: "lastFlush", kind: "lastFlush", ...flush });
    if (clock) await meta.put({ key: "clock", kind: "clock", ...clock });
  });
}

export interface Delay {
  error: string;
  at: number;
  random: number;
  /** The wait that the service asked for. */
  retryAfterMs?: number | undefined;
}

/**
 * The batch did not get through: each row waits for its next turn. There is no last attempt.
 * Returns the shortest of the waits, in ms.
 */
export function delayBatch(database: OutboxDatabase, sent: readonly SentRow[], delay: Delay): Promise<number> {
  return database.write(async (transaction) => {
    let shortest = Infinity;
    for (const row of sent) {
      await changeRow(transaction, row, (now) => {
        const next = delayed(now, delay);
        shortest = Math.min(shortest, next.nextAttemptAt - delay.at);
        return next;
      });
    }
    return shortest === Infinity ? 0 : shortest;
  });
}

/** The service did not take the token: the rows wait for a new one of the same user. */
export function blockBatch(database: OutboxDatabase, sent: readonly SentRow[], error: string): Promise<void> {
  return database.write(async (transaction) => {
    for (const row of sent) {
      await changeRow(transaction, row, (now) => {
        const hasNewToken = now.reportToken !== row.reportToken;
        return hasNewToken ? now : { ...now, state: "blocked", lastError: error };
      });
    }
  });
}

/** When the next waiting row of a known kind has its turn, epoch ms; undefined when none waits. */
export async function nextTurn(database: OutboxDatabase): Promise<number | undefined> {
  const rows = await database.run((handle) => handle.getAllFromIndex("outbox", "order", everyWaiting()));
  const turns = rows.filter(isKnown).map((row) => Math.max(row.nextAttemptAt, untilOf(row)));
  return turns.length === 0 ? undefined : Math.min(...turns);
}

function everyWaiting(): IDBKeyRange {
  return IDBKeyRange.bound(["waiting", 0], ["waiting", Infinity]);
}

/** A row of a kind that a newer version of the app has put in waits for that version. */
function isKnown(row: StoredRow): row is OutboxRow {
  return Object.hasOwn(ROW_KINDS, row.kind);
}

/** Replaces the row as it is now, or deletes it when `change` gives nothing. */
async function changeRow(
  transaction: WriteTransaction,
  sent: SentRow,
  change: (now: OutboxRow) => OutboxRow | undefined,
): Promise<void> {
  const outbox = transaction.objectStore("outbox");
  const now = await outbox.get(sent.id);
  if (!isReport(now)) return;
  const next = change(now);
  if (!next) await outbox.delete(sent.id);
  else if (next !== now) await outbox.put(next);
}

/** The row after an attempt that brought no answer: its turn comes again, later every time. */
export function delayed<Row extends StoredRow>(row: Row, { error, at, random, retryAfterMs = 0 }: Delay): Row {
  const wait = Math.max(retryAfterMs, backoffMs(row.attempts, random));
  return { ...row, attempts: row.attempts + 1, nextAttemptAt: at + wait, lastError: error };
}

function refused(row: OutboxRow, answer: RowAnswer): OutboxRow {
  return { ...row, state: "dead", lastError: answer.reason ?? "refused" };
}
