import type { OutboxDatabase, WriteTransaction } from "./database.ts";

/** Who is logged in on this device; the report token sends this user's reports and can do nothing else. */
export interface Reporter {
  userId: string;
  reportToken: string;
  /** Sends the user's writes while the user is logged in. */
  sessionToken?: string;
}

/**
 * Makes a token the newest of its user: every row of the user takes it, blocked ones wait again. Tokens of other
 * users are forgotten once nothing of theirs waits here, with what the service has answered them.
 */
export function saveReporter(database: OutboxDatabase, reporter: Reporter, now: number): Promise<void> {
  return database.write(async (transaction) => {
    const { userId, reportToken, sessionToken: token } = reporter;
    const meta = transaction.objectStore("meta");
    await meta.put({ key: `reporter:${userId}`, kind: "reporter", userId, reportToken });
    if (token) await meta.put({ key: "session", kind: "session", userId, token });
    else await meta.delete("session");
    for await (const cursor of transaction.objectStore("outbox").index("user").iterate(userId)) {
      const row = cursor.value;
      if (row.reportToken === reportToken) continue;
      const freed = row.state === "blocked";
      await cursor.update({
        ...row,
        reportToken,
        ...(freed ? { state: "waiting", nextAttemptAt: now, attempts: 0, lastError: "" } : {}),
      });
    }
    await forgetIdle(transaction, userId);
  });
}

/** Called at start without anyone logged in, and after a log-out. Writes wait until their user is back. */
export function forgetReporters(database: OutboxDatabase): Promise<void> {
  return database.write(async (transaction) => {
    await transaction.objectStore("meta").delete("session");
    await forgetIdle(transaction, undefined);
  });
}

/** On a shared phone no one finds what those who left have heard, earned or written, once all of it was sent. */
async function forgetIdle(transaction: WriteTransaction, current: string | undefined): Promise<void> {
  const [meta, receipts] = [transaction.objectStore("meta"), transaction.objectStore("receipts")];
  const waiting = await usersWaiting(transaction);
  const isIdle = (userId: string) => userId !== current && !waiting.has(userId);
  for await (const cursor of meta.iterate()) {
    const row = cursor.value;
    if ((row.kind === "reporter" || row.kind === "lastFlush") && isIdle(row.userId)) await cursor.delete();
    if (row.kind !== "sent") continue;
    const writes = row.writes.filter((write) => !isIdle(write.userId));
    if (writes.length < row.writes.length) await cursor.update({ ...row, writes });
  }
  for await (const cursor of receipts.iterate()) if (isIdle(cursor.value.userId)) await cursor.delete();
}

async function usersWaiting(transaction: WriteTransaction): Promise<Set<string>> {
  const [sessions, rows] = await Promise.all([
    transaction.objectStore("sessions").getAll(),
    transaction.objectStore("outbox").getAll(),
  ]);
  return new Set([...sessions, ...rows].map(({ userId }) => userId));
}
