import type { OutboxDatabase, WriteTransaction } from "./database.ts";
import { ROW_KINDS } from "./kinds.ts";
import { draftOf, isReport } from "./schema.ts";
import type { Draft, OutboxRow, SessionRow } from "./schema.ts";

/** Below this the track was not heard. */
const SHORTEST_SESSION_MS = 1_000;
const DEAD_ROWS_KEPT_MS = 30 * 24 * 3_600_000;

/** The last moment of which a row tells, by the clock of the device then. */
export function untilOf({ kind, payload }: OutboxRow): number {
  return ROW_KINDS[kind]?.until(payload) || 0;
}

/** The last moment of which anything tells that is kept to be sent, epoch ms; 0 without any. */
export async function newestMoment(database: OutboxDatabase): Promise<number> {
  const [sessions, rows] = await database.run((handle) =>
    Promise.all([handle.getAll("sessions"), handle.getAll("outbox")])
  );
  const kept = rows.filter(isReport).filter(({ state }) => state !== "dead");
  return Math.max(
    0,
    ...sessions.map(({ lastCheckpointAt }) => lastCheckpointAt),
    ...kept.flatMap((row) => [row.createdAt, untilOf(row)]),
  );
}

/** Checkpoint: one put, committed immediately, so that it also holds at the end of a page. */
export function saveSession(database: OutboxDatabase, row: SessionRow): Promise<void> {
  return database.run(async (handle) => {
    const transaction = handle.transaction("sessions", "readwrite", { durability: "strict" });
    const put = transaction.objectStore("sessions").put(row);
    transaction.commit();
    await Promise.all([put, transaction.done]);
  });
}

/** The open sessions of every tab, oldest first. */
export async function openSessions(database: OutboxDatabase): Promise<SessionRow[]> {
  const rows = await database.run((handle) => handle.getAll("sessions"));
  return rows.sort((a, b) => a.startedAt - b.startedAt);
}

/** Puts a report of a session that goes on into the outbox, and the session's own row with it. */
export function reportSession(database: OutboxDatabase, row: SessionRow, now: number): Promise<void> {
  return database.write(async (transaction) => {
    await putDraft(transaction, draftOf(row), now);
    await transaction.objectStore("sessions").put(row);
  });
}

/** Ends a session in one transaction: there is never a moment with both rows or neither. */
export function endSession(database: OutboxDatabase, row: SessionRow, now: number): Promise<void> {
  return database.write(async (transaction) => {
    if (row.listenedMs >= SHORTEST_SESSION_MS) await putDraft(transaction, draftOf(row), now);
    await transaction.objectStore("sessions").delete(row.playId);
  });
}

/** Forgets rows that were refused more than 30 days ago. */
export function dropOldDeadRows(database: OutboxDatabase, now: number): Promise<void> {
  return database.write(async (transaction) => {
    const range = IDBKeyRange.bound(["dead", 0], ["dead", Infinity]);
    for await (const cursor of transaction.objectStore("outbox").index("order").iterate(range)) {
      if (cursor.value.createdAt < now - DEAD_ROWS_KEPT_MS) await cursor.delete();
    }
  });
}

/** Adds a row, or gives the row that is there already the newer payload. */
async function putDraft(transaction: WriteTransaction, draft: Draft, now: number): Promise<void> {
  const outbox = transaction.objectStore("outbox");
  const known = await outbox.get(draft.id);
  if (!known) await outbox.add(await newRow(transaction, draft, now));
  else if (isReport(known) && draft.revision > known.revision) await outbox.put(renewed(known, draft, now));
}

async function newRow(transaction: WriteTransaction, draft: Draft, now: number): Promise<OutboxRow> {
  const seq = await nextSeq(transaction);
  const reportToken = await reportTokenOf(transaction, draft.userId);
  const state = reportToken ? "waiting" : "blocked";
  return { ...draft, seq, reportToken, createdAt: now, attempts: 0, nextAttemptAt: now, state, lastError: "" };
}

/** The number of the next row: rows are sent in this order. */
export async function nextSeq(transaction: WriteTransaction): Promise<number> {
  const meta = transaction.objectStore("meta");
  const counter = await meta.get("seq");
  const seq = counter?.kind === "seq" ? counter.last + 1 : 1;
  await meta.put({ key: "seq", kind: "seq", last: seq });
  return seq;
}

/** The newest report token of a user, empty when none is known. */
export async function reportTokenOf(transaction: WriteTransaction, userId: string): Promise<string> {
  const reporter = await transaction.objectStore("meta").get(`reporter:${userId}`);
  return reporter?.kind === "reporter" ? reporter.reportToken : "";
}

/** A refused row gets another chance with its newer payload; one that waits keeps its turn. */
function renewed(known: OutboxRow, draft: Draft, now: number): OutboxRow {
  const row = { ...known, payload: draft.payload, revision: draft.revision };
  if (known.state !== "dead") return row;
  return { ...row, state: "waiting", attempts: 0, nextAttemptAt: now, lastError: "" };
}
