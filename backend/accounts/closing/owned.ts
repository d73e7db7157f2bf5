import type { Deps } from "../../deps.ts";
import { readBalances } from "../../ledger/accounts.ts";
import { availableAccount, reservedAccount, settlingAccount } from "../../ledger/chart.ts";

/** What someone has, with what settles, and would forfeit: units. */
export async function balanceOf(deps: Pick<Deps, "store" | "shardOf">, userId: string): Promise<number> {
  const accounts = [availableAccount(userId), settlingAccount(userId)];
  const balances = await readBalances(deps.store.sql, deps.shardOf(userId), accounts);
  return [...balances.values()].reduce((sum, units) => sum + units, 0);
}

/** All that is someone's: what they have, what settles, and what is on its way to their bank; units. */
export async function ownedUnits(deps: Pick<Deps, "store" | "shardOf">, userId: string): Promise<number> {
  const accounts = [availableAccount(userId), settlingAccount(userId), reservedAccount(userId)];
  const balances = await readBalances(deps.store.sql, deps.shardOf(userId), accounts);
  return [...balances.values()].reduce((sum, units) => sum + Math.max(0, units), 0);
}
