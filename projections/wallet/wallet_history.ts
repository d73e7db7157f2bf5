import { type DayMovement, readBalancesAt, readMovements } from "../../backend/ledger/days.ts";
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

/** A user's movements from a Lagos day on and before another (YYYY-MM-DD), a row for each day and kind. */
export async function movementsBetween(
  sql: Sql | Tx,
  shard: number,
  { userId, ...days }: { userId: string; from: string; before: string },
): Promise<Movement[]> {
  return (await movementsOfMany(sql, shard, { userIds: [userId], ...days })).get(userId) ?? [];
}

/** The same of many users of a shard. */
export async function movementsOfMany(
  sql: Sql | Tx,
  shard: number,
  { userIds, from, before }: { userIds: readonly string[]; from: string; before: string },
): Promise<Map<string, Movement[]>> {
  const owners = new Map(userIds.flatMap((userId) => Object.values(accountsOf(userId)).map((id) => [id, userId])));
  const rows = await readMovements(sql, shard, { accounts: [...owners.keys()], from, before });
  const byUser = Map.groupBy(rows, ({ account }) => owners.get(account));
  return new Map(userIds.map((userId) => [userId, movementsIn(byUser.get(userId) ?? [], accountsOf(userId))]));
}

/** The movements of one user, in the order of the rows. */
function movementsIn(
  rows: readonly DayMovement[],
  { available, settling, reserved }: ReturnType<typeof accountsOf>,
): Movement[] {
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
