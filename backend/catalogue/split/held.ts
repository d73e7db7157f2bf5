import type { Deps } from "../../deps.ts";
import { readBalances } from "../../ledger/accounts.ts";
import { availableAccount, disputedAccount, settlingAccount } from "../../ledger/chart.ts";

/** What disputes hold aside, in units, by dispute: what can be spent, what settles and what banks dispute. */
export async function heldByDisputes(
  deps: Pick<Deps, "store" | "shardOf">,
  disputeIds: readonly string[],
): Promise<Map<string, number>> {
  const held = new Map<string, number>();
  for (const [shard, ids] of Map.groupBy(disputeIds, (id) => deps.shardOf(id))) {
    const accounts = ids.flatMap((id) => [availableAccount(id), settlingAccount(id), disputedAccount(id)]);
    const balances = await readBalances(deps.store.sql, shard, accounts);
    for (const id of ids) {
      const of = (account: string) => balances.get(account) ?? 0;
      held.set(id, of(availableAccount(id)) + of(settlingAccount(id)) + of(disputedAccount(id)));
    }
  }
  return held;
}
