import type { OutboxHandle, WriteTransaction } from "./database.ts";
import type { RowAnswer } from "./kinds.ts";
import type { Receipt, SentRow } from "./schema.ts";

const RECEIPTS_KEPT = 200;
const UNITS_PER_TOKEN = 100;

/** Adds an answer to the ring. An answer names the play's total, so what it gained is the rise over earlier ones. */
export async function saveReceipt(
  transaction: WriteTransaction,
  { row, answer, at }: { row: SentRow; answer: RowAnswer; at: number },
): Promise<void> {
  const receipts = transaction.objectStore("receipts");
  const earlier = await receipts.index("play").getAll(row.id);
  const before = Math.max(0, ...earlier.map((receipt) => receipt.tokens));
  await receipts.add({
    playId: row.id,
    userId: row.userId,
    track: row.track,
    status: answer.status,
    tokens: answer.tokens,
    gainedUnits: Math.max(0, Math.round((answer.tokens - before) * UNITS_PER_TOKEN)),
    listenedMs: row.revision,
    ...(answer.reason === undefined ? {} : { reason: answer.reason }),
    ...(answer.outlook && { outlook: answer.outlook }),
    at,
  });
  for (let surplus = await receipts.count() - RECEIPTS_KEPT; surplus > 0; surplus--) {
    const oldest = await receipts.openCursor();
    await oldest?.delete();
  }
}

/** What receipts after the one numbered `afterKey` told: units gained by each user, and the newest number. */
export async function readGains(
  handle: OutboxHandle,
  afterKey: number,
): Promise<{ units: Map<string, number>; lastKey: number }> {
  const units = new Map<string, number>();
  let lastKey = afterKey;
  const store = handle.transaction("receipts").store;
  for await (const { primaryKey, value } of store.iterate(IDBKeyRange.lowerBound(afterKey, true))) {
    units.set(value.userId, (units.get(value.userId) ?? 0) + value.gainedUnits);
    lastKey = primaryKey;
  }
  return { units, lastKey };
}

/** The service has heard this many ms of each play, as far as the ring reaches. */
export function heardMs(receipts: readonly Receipt[]): Map<string, number> {
  const heard = new Map<string, number>();
  for (const { playId, listenedMs } of receipts) heard.set(playId, Math.max(listenedMs, heard.get(playId) ?? 0));
  return heard;
}
