import { type Delay, delayed } from "./batch.ts";
import type { OutboxDatabase, WriteTransaction } from "./database.ts";
import { type Merge, mergeWrite } from "./merge_writes.ts";
import { isDue } from "./retry.ts";
import { nextSeq, reportTokenOf } from "./rows.ts";
import { isWrite, type SentWrite, type StoredRow, WRITE, type WriteFacts, type WriteRow } from "./schema.ts";
import { makesSubject, subjectOf, type Write } from "./write.ts";

const SENT_KEPT = 100;

/** A write as a screen hands it in. */
export interface WriteDraft extends WriteFacts {
  /** The Idempotency-Key. */
  id: string;
  userId: string;
  write: Write;
}

interface Added {
  /** The row that now says what was wished, the draft's own or another; undefined when none needs to. */
  row: WriteRow | undefined;
}

/**
 * Puts a write in, merged with what waits of its subject. Until `leasedUntil` (epoch ms) no other page sends it, if it
 * is the first of its subject.
 */
export function addWrite(
  database: OutboxDatabase,
  draft: WriteDraft,
  { now, leasedUntil }: { now: number; leasedUntil: number },
): Promise<Added> {
  return database.write(async (transaction) => {
    const outbox = transaction.objectStore("outbox");
    const seq = await nextSeq(transaction);
    const known = await outbox.get(draft.id);
    if (known) return { row: isWrite(known) ? known : undefined };
    const waiting = await aliveOf(transaction, draft.userId, subjectOf(draft.write));
    const { drop, put } = mergeWrite(
      waiting.map((row) => ({ ...row, write: row.payload, before: row.before })),
      draft.write,
    );
    for (const id of drop) await outbox.delete(id);
    const last = waiting.at(-1);
    if (!put) return { row: drop.length === 0 ? last : undefined };
    if (put.into !== undefined && last) return { row: await rewrite(transaction, last, { put, draft }) };
    // A call of the page's own may be refused: by then nothing may have been dropped for its sake.
    const isLeased = waiting.length === 0 && leasedUntil > now;
    const row: WriteRow = {
      ...{ id: draft.id, seq, kind: WRITE, userId: draft.userId, payload: put.write, subject: subjectOf(put.write) },
      ...factsOf(draft),
      ...{ attempted: isLeased, leasedUntil: isLeased ? leasedUntil : 0, nextAttemptAt: isLeased ? leasedUntil : now },
      ...{ createdAt: now, attempts: 0, state: "waiting", lastError: "" },
      reportToken: await reportTokenOf(transaction, draft.userId),
    };
    await outbox.add(row);
    return { row };
  });
}

/** Only the last of a subject takes newer words or wishes. */
async function rewrite(
  transaction: WriteTransaction,
  row: WriteRow,
  { put, draft }: { put: NonNullable<Merge["put"]>; draft: WriteDraft },
): Promise<WriteRow> {
  const rewritten = { ...row, about: draft.about, payload: put.write };
  await transaction.objectStore("outbox").put(rewritten);
  return rewritten;
}

/** A write on its way, and the session that it goes in. */
export interface TakenWrite {
  row: WriteRow;
  token: string;
}

interface TakeOptions {
  now: number;
  /** There is a sign that the network is back. */
  hurry: boolean;
}

/** The next write of who is logged in, marked as attempted before it leaves; the first of its subject only. */
export async function takeWrite(database: OutboxDatabase, options: TakeOptions): Promise<TakenWrite | undefined> {
  // Most of the time there is none: then nothing is locked.
  const isThere = await database.run(async (handle) => {
    const session = await handle.get("meta", "session");
    if (session?.kind !== "session") return false;
    return nextOf(await handle.getAllFromIndex("outbox", "user", session.userId), options) !== undefined;
  });
  if (!isThere) return undefined;
  return await database.write(async (transaction) => {
    const session = await transaction.objectStore("meta").get("session");
    if (session?.kind !== "session") return undefined;
    const next = nextOf(await transaction.objectStore("outbox").index("user").getAll(session.userId), options);
    if (!next) return undefined;
    const row = { ...next, attempted: true, leasedUntil: 0 };
    await transaction.objectStore("outbox").put(row);
    return { row, token: session.token };
  });
}

/** When the next write of who is logged in has its turn, epoch ms; undefined when none waits. */
export async function nextWriteTurn(database: OutboxDatabase): Promise<number | undefined> {
  return await database.run(async (handle) => {
    const session = await handle.get("meta", "session");
    if (session?.kind !== "session") return undefined;
    const heads = headsOf(await handle.getAllFromIndex("outbox", "user", session.userId));
    const turns = heads.filter((row) => row.state === "waiting").map((row) => row.nextAttemptAt);
    return turns.length === 0 ? undefined : Math.min(...turns);
  });
}

/** The service has taken it. */
export function settleWrite(database: OutboxDatabase, id: string, sentAt: number): Promise<void> {
  return changeWrite(database, id, async (row, transaction) => {
    await transaction.objectStore("outbox").delete(id);
    const meta = transaction.objectStore("meta");
    const known = await meta.get("sent");
    const { userId, payload, createdAt } = row;
    const sent: SentWrite = { id, userId, payload, createdAt, sentAt, ...factsOf(row) };
    const earlier = known?.kind === "sent" ? known.writes : [];
    await meta.put({ key: "sent", kind: "sent", writes: [...earlier, sent].slice(-SENT_KEPT) });
  });
}

/** The service will never take it: the user sees why, and with it falls what needed it. */
export function refuseWrite(database: OutboxDatabase, id: string, reason: string): Promise<void> {
  return changeWrite(database, id, async (row, transaction) => {
    const fallen = makesSubject(row.payload) ? await aliveOf(transaction, row.userId, row.subject) : [row];
    for (const one of fallen) {
      await transaction.objectStore("outbox").put({ ...one, leasedUntil: 0, state: "dead", lastError: reason });
    }
  });
}

/** It is unknown whether it arrived. Returns the wait until its next turn, ms. */
export async function delayWrite(database: OutboxDatabase, id: string, delay: Delay): Promise<number> {
  let wait = 0;
  await changeWrite(database, id, async (row, transaction) => {
    const next = { ...delayed(row, delay), leasedUntil: 0 };
    wait = next.nextAttemptAt - delay.at;
    await transaction.objectStore("outbox").put(next);
  });
  return wait;
}

/** The session was not taken: all writes of its user wait for a new one, unless there is one already. */
export function blockWrites(
  database: OutboxDatabase,
  { id, userId, token }: { id: string; userId: string; token: string },
  error: string,
): Promise<void> {
  return database.write(async (transaction) => {
    const session = await transaction.objectStore("meta").get("session");
    const isNow = session?.kind === "session" && session.token === token;
    for await (const cursor of transaction.objectStore("outbox").index("user").iterate(userId)) {
      const { value } = cursor;
      if (!isWrite(value) || value.state !== "waiting") continue;
      if (isNow) await cursor.update({ ...value, leasedUntil: 0, state: "blocked", lastError: error });
      else if (value.id === id) await cursor.update({ ...value, leasedUntil: 0, nextAttemptAt: value.createdAt });
    }
  });
}

/** Takes it out: it was refused in front of the user, or the user has seen why. */
export function dropWrite(database: OutboxDatabase, id: string): Promise<void> {
  return changeWrite(database, id, async (_row, transaction) => await transaction.objectStore("outbox").delete(id));
}

function changeWrite(
  database: OutboxDatabase,
  id: string,
  change: (row: WriteRow, transaction: WriteTransaction) => Promise<void>,
): Promise<void> {
  return database.write(async (transaction) => {
    const row = await transaction.objectStore("outbox").get(id);
    if (isWrite(row)) await change(row, transaction);
  });
}

async function aliveOf(transaction: WriteTransaction, userId: string, subject: string): Promise<WriteRow[]> {
  const rows = await transaction.objectStore("outbox").index("user").getAll(userId);
  return aliveIn(rows).filter((row) => row.subject === subject);
}

function aliveIn(rows: readonly StoredRow[]): WriteRow[] {
  return rows.filter(isWrite).filter((row) => row.state !== "dead").sort((a, b) => a.seq - b.seq);
}

function headsOf(rows: readonly StoredRow[]): WriteRow[] {
  const subjects = new Set<string>();
  return aliveIn(rows).filter(({ subject }) => !subjects.has(subject) && subjects.add(subject));
}

function nextOf(rows: readonly StoredRow[], { now, hurry }: TakeOptions): WriteRow | undefined {
  return headsOf(rows).find((row) =>
    row.state === "waiting" && (isDue(row.nextAttemptAt, now) || (hurry && row.lastError === "network"))
  );
}

function factsOf({ about, track, before }: WriteFacts): WriteFacts {
  return { about, ...(track === undefined ? {} : { track }), ...(before === undefined ? {} : { before }) };
}
