import type { ReservedSql, Sql } from "./sql.ts";

/**
 * One transaction of a writer. BEGIN goes out together with what `work` sends first, so that it costs no wait of its
 * own; `work` has to send its first statement before it waits for anything else. Rolls back and throws when `work` does.
 */
export async function inTransaction<Result>(sql: Sql, work: (tx: ReservedSql) => Promise<Result>): Promise<Result> {
  const tx = await sql.reserve();
  const begun = tx`begin`.execute();
  try {
    const [, result] = await together([begun, work(tx)]);
    const { command } = await tx`commit`;
    // A statement that failed unnoticed would have turned the commit into this.
    if (command !== "COMMIT") throw new Error(`Cannot commit: the database answered ${command}`);
    tx.release();
    return result;
  } catch (error) {
    await rollBack(tx);
    throw error;
  }
}

/** A connection that is lost has left the pool by itself: given back it would be used again. */
async function rollBack(tx: ReservedSql): Promise<void> {
  try {
    await tx`rollback`;
    tx.release();
  } catch {
    // The database has rolled back already, and the next transaction opens a new connection.
  }
}

/**
 * Waits for all, also where one fails, so that nothing of a transaction is still under way when it ends. Throws the
 * first failure in the order of the list: on one connection that is the cause of those behind it.
 */
export async function together<Values extends readonly unknown[]>(
  values: [...Values],
): Promise<{ -readonly [Key in keyof Values]: Awaited<Values[Key]> }> {
  const settled = await Promise.allSettled(values);
  for (const one of settled) if (one.status === "rejected") throw one.reason;
  return await Promise.all(values);
}
