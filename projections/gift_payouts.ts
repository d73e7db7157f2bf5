import { readBalances } from "../backend/ledger/accounts.ts";
import { readEntriesWithout } from "../backend/ledger/entries.ts";
import { availableAccount } from "../backend/ledger/chart.ts";
import type { Sql } from "../backend/store/sql.ts";
import { type GiftPart, traceGifts } from "./gift_queue.ts";

/**
 * With which payouts an artist's gifts left, by gift. It has no tables of its own: the ledger's entries of the one
 * account are the whole truth of it, and are folded when someone asks.
 */
export async function giftPayouts(sql: Sql, shard: number, artistId: string): Promise<Map<string, GiftPart[]>> {
  const account = availableAccount(artistId);
  return await sql.begin("isolation level repeatable read read only", async (tx) => {
    const entries = await readEntriesWithout(tx, shard, { account, code: "reward" });
    const balances = await readBalances(tx, shard, [account]);
    return traceGifts(entries, balances.get(account) ?? 0);
  });
}
