import { readBalances } from "../backend/ledger/accounts.ts";
import { readEarned, readIncomeByMonth } from "../backend/ledger/days.ts";
import { availableAccount, reservedAccount } from "../backend/ledger/chart.ts";
import type { Sql, Tx } from "../backend/store/sql.ts";

/** A user's money in units: read from the ledger, which has it in its own accounts. */
export async function walletSummary(
  sql: Sql | Tx,
  shard: number,
  userId: string,
): Promise<{ availableUnits: number; reservedUnits: number; earnedUnits: number }> {
  const [available, reserved] = [availableAccount(userId), reservedAccount(userId)];
  const [balances, earnedUnits] = await Promise.all([
    readBalances(sql, shard, [available, reserved]),
    readEarned(sql, shard, { account: available, code: "reward" }),
  ]);
  return { availableUnits: balances.get(available) ?? 0, reservedUnits: balances.get(reserved) ?? 0, earnedUnits };
}

/** What a user was paid under some codes and kept, in units, by Lagos month (YYYY-MM). */
export async function incomeByMonth(
  sql: Sql | Tx,
  shard: number,
  { userId, ...codes }: { userId: string; codes: readonly string[]; takenBack: readonly string[] },
): Promise<Map<string, number>> {
  return await readIncomeByMonth(sql, shard, { account: availableAccount(userId), ...codes });
}
