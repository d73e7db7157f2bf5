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
 * users are forgotten once nothing of theirs is left here.
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
    await forgetIdleReporters(transaction, userId);
  });
}

/** Called at start without anyone logged in, and after a log-out. Writes wait until their user is back. */
export function forgetReporters(database: OutboxDatabase): Promise<void> {
  return database.write(async (transaction) => {
    await transaction.objectStore("meta").delete("session");
    await forgetIdleReporters(transaction, undefined);
  });
}

async function forgetIdleReporters(transaction: WriteTransaction, current: string | undefined): Promise<void> {
  const outbox = transaction.objectStore("outbox").index("user");
  const sessions = await transaction.objectStore("sessions").getAll();
  for await (const cursor of transaction.objectStore("meta").iterate(IDBKeyRange.bound("reporter:", "reporter;"))) {
    const row = cursor.value;
    if (row.kind !== "reporter" || row.userId === current) continue;
    const hasSession = sessions.some((session) => session.userId === row.userId);
    if (!hasSession && await outbox.count(row.userId) === 0) await cursor.delete();
  }
}
