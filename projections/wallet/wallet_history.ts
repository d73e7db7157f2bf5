import { readBalancesAt, readMovements } from "../../backend/ledger/days.ts";
import { availableAccount, reservedAccount, settlingAccount } from "../../backend/ledger/chart.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";

/** Units that a user can spend, rewards that settle, and units on hold for a withdrawal. */
export interface Holdings {
  readonly available: number;
  readonly settling: number;
  readonly pending: number;
}

export interface Movement extends Holdings {
  /** Lagos day. */
  readonly day: string;
  /** The code of the transfers. */
  readonly kind: string;
  readonly count: number;
}

/** A user's units before a moment (epoch ms). */
export async function balancesBefore(
  sql: Sql | Tx,
  shard: number,
  { userId, before }: { userId: string; before: number },
): Promise<Holdings> {
  const { available, settling, reserved } = accountsOf(userId);
  const balances = await readBalancesAt(sql, shard, { accounts: [available, settling, reserved], before });
  const of = (account: string) => balances.get(account) ?? 0;
  return { available: of(available), settling: of(settling), pending: of(reserved) };
}

/** Movements from a Lagos day on and before another (YYYY-MM-DD), a row for each day and kind. */
export async function movementsBetween(
  sql: Sql | Tx,
  shard: number,
  { userId, from, before }: { userId: string; from: string; before: string },
): Promise<Movement[]> {
  const { available, settling, reserved } = accountsOf(userId);
  const rows = await readMovements(sql, shard, { accounts: [available, settling, reserved], from, before });
  const byLine = Map.groupBy(rows, (row) => `${row.day} ${row.code}`);
  return [...byLine.values()].map((line) => {
    const [first] = line;
    const of = (account: string) => line.find((row) => row.account === account)?.amount ?? 0;
    return {
      day: first?.day ?? "",
      kind: first?.code ?? "",
      // A transfer between the two accounts is in both.
      count: Math.max(...line.map((row) => row.entries)),
      available: of(available),
      settling: of(settling),
      pending: of(reserved),
    };
  });
}

function accountsOf(userId: string) {
  return { available: availableAccount(userId), settling: settlingAccount(userId), reserved: reservedAccount(userId) };
}
