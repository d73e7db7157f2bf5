import type { rowsOf } from "../store/projections/columns.ts";
import { readAt } from "../store/log/read.ts";
import type { Sql, Tx } from "../store/sql.ts";
import { entriesWithout } from "./days.ts";
import type { AccountId } from "./chart.ts";
import type { TransferPosted } from "./transfer.ts";

/** A leg of a transfer with the balance after it, and what the transfer says about itself. */
interface AccountEntry {
  readonly code: string;
  readonly amount: number;
  readonly balance: number;
  readonly detail: TransferPosted["data"]["detail"];
}

/**
 * What moved in an account, oldest first, without the entries of some codes: of those it is the many that nobody
 * asks about one by one, and their sum is what the balances between the others grow by.
 */
export async function readEntriesWithout(
  sql: Sql | Tx,
  shard: number,
  { account, codes }: { account: AccountId; codes: readonly string[] },
): Promise<AccountEntry[]> {
  const rows = await entriesWithout(sql, shard, { account, codes });
  const transfers = await readAt<TransferPosted>(sql, `ledger/${shard}`, rows.map(({ position }) => position));
  return rows.map(({ position, code, amount, balance }) => (
    { code, amount, balance, detail: transfers.get(position)?.data.detail ?? {} }
  ));
}

/** What came into an account under one code; `at` in epoch ms. */
interface IncomingEntry {
  readonly position: number;
  readonly at: number;
  readonly transferId: string;
  readonly amount: number;
}

/** What came into accounts under one code behind a position of each, oldest first; `asked` has rows `account, after`. */
export async function readIncoming(
  sql: Sql | Tx,
  shard: number,
  { code, asked }: { code: string; asked: ReturnType<typeof rowsOf> },
): Promise<Map<AccountId, IncomingEntry[]>> {
  const rows = await sql<(Omit<IncomingEntry, "transferId" | "at"> & Booked)[]>`
    select entry.* from ${asked} as asked
    cross join lateral (
      select account, position, transfer_id, amount, recorded_at from ledger_entries
      where shard = ${shard} and account = asked.account and position > asked.after and amount > 0 and code = ${code}
      order by position offset 0
    ) as entry`;
  const found = rows.map(({ account, position, amount, transfer_id, recorded_at }) => {
    return { account, entry: { position, amount, transferId: transfer_id, at: recorded_at.getTime() } };
  });
  return new Map(
    [...Map.groupBy(found, ({ account }) => account)].map(([account, list]) => [account, list.map((one) => one.entry)]),
  );
}

interface Booked {
  readonly account: AccountId;
  readonly transfer_id: string;
  readonly recorded_at: Date;
}

/** A leg of a transfer as it was booked; `at` in epoch ms. */
export interface BookedEntry {
  readonly position: number;
  readonly at: number;
  readonly transferId: string;
  readonly code: string;
  readonly amount: number;
  readonly balance: number;
}

/** A page of what moved in an account, oldest first, behind the position `after`. */
export async function pageOfEntries(
  sql: Sql | Tx,
  shard: number,
  { account, after, limit }: { account: AccountId; after: number; limit: number },
): Promise<BookedEntry[]> {
  const rows = await sql<(Omit<BookedEntry, "at" | "transferId"> & { transferId: string; recordedAt: number })[]>`
    select position, transfer_id, code, amount, balance, recorded_at from ledger_entries
    where shard = ${shard} and account = ${account} and position > ${after} order by position limit ${limit}`;
  return rows.map(({ transferId, recordedAt, ...row }) => (
    { ...row, transferId, at: recordedAt }
  ));
}
