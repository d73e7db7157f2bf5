import { readBalances } from "../../backend/ledger/accounts.ts";
import { type MonthMovement, readEarned, readMovedByMonth } from "../../backend/ledger/days.ts";
import { availableAccount, reservedAccount, settlingAccount } from "../../backend/ledger/chart.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";

/** Rewards, less those that were voided and did not come back. Before rewards had to settle they were booked as available. */
const EARNED_CODES = ["reward", "reward_voided", "reward_given_back"];

/** A user's money in units: read from the ledger, which has it in its own accounts. */
export async function walletSummary(
  sql: Sql | Tx,
  shard: number,
  userId: string,
): Promise<{ availableUnits: number; settlingUnits: number; reservedUnits: number; earnedUnits: number }> {
  const [available, settling] = [availableAccount(userId), settlingAccount(userId)];
  const reserved = reservedAccount(userId);
  const [balances, earnedUnits] = await Promise.all([
    readBalances(sql, shard, [available, settling, reserved]),
    readEarned(sql, shard, { accounts: [available, settling], codes: EARNED_CODES }),
  ]);
  return {
    availableUnits: balances.get(available) ?? 0,
    settlingUnits: balances.get(settling) ?? 0,
    reservedUnits: balances.get(reserved) ?? 0,
    earnedUnits,
  };
}

/** What moved in what a user can spend, what settles and what is on hold, by Lagos month and code, in units. */
export async function movedByMonth(sql: Sql | Tx, shard: number, userId: string): Promise<MonthMovement[]> {
  return await readMovedByMonth(sql, shard, [
    ...[availableAccount(userId), settlingAccount(userId), reservedAccount(userId)],
  ]);
}

/** What of many users settles and what they can spend, in units. */
export async function stakesOf(
  sql: Sql | Tx,
  shard: number,
  userIds: readonly string[],
): Promise<Map<string, { settling: number; available: number }>> {
  const found = await readBalances(sql, shard, userIds.flatMap((id) => [settlingAccount(id), availableAccount(id)]));
  return new Map(userIds.map((id) => [
    id,
    { settling: found.get(settlingAccount(id)) ?? 0, available: found.get(availableAccount(id)) ?? 0 },
  ]));
}
