import { readBalances } from "../../backend/ledger/accounts.ts";
import { readEntriesWithout } from "../../backend/ledger/entries.ts";
import { availableAccount } from "../../backend/ledger/chart.ts";
import { snapshot, type Sql } from "../../backend/store/sql.ts";
import { heldGiftsOf } from "./held_gifts.ts";
import { type GiftPart, traceGifts } from "./gift_queue.ts";

/** Rewards as they came before they had to settle, and since. */
export const REWARD_CODES = ["reward", "reward_settled", "reward_given_back"];

/**
 * The payouts that an artist's gifts left with, by gift. It has no tables: the ledger's entries of the one account say
 * all of it, and each question folds them.
 */
export async function giftPayouts(sql: Sql, shard: number, artistId: string): Promise<Map<string, GiftPart[]>> {
  const account = availableAccount(artistId);
  return await snapshot(sql, async (tx) => {
    const entries = await readEntriesWithout(tx, shard, { account, codes: REWARD_CODES });
    const balances = await readBalances(tx, shard, [account]);
    const parts = traceGifts(entries, balances.get(account) ?? 0);
    for (const { giftId, units, until, isFrozen } of (await heldGiftsOf(tx, shard, artistId)).values()) {
      const part = { to: "settling", units, until: isFrozen ? undefined : until } as const;
      parts.set(giftId, [...parts.get(giftId) ?? [], part]);
    }
    return parts;
  });
}
