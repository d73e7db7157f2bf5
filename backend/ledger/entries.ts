import { readStreams } from "../store/log/read.ts";
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
 * What moved in an account, oldest first, without the entries of one code: of those it is the many that nobody asks
 * about one by one, and their sum is what the balances between the others grow by.
 */
export async function readEntriesWithout(
  sql: Sql | Tx,
  shard: number,
  { account, code }: { account: AccountId; code: string },
): Promise<AccountEntry[]> {
  const rows = await entriesWithout(sql, shard, { account, code });
  const streams = rows.map((row) => `transfer/${row.transfer_id}`);
  const transfers = await readStreams<TransferPosted>(sql, `ledger/${shard}`, streams);
  return rows.map(({ transfer_id, code, amount, balance }) => {
    const [posted] = transfers.get(`transfer/${transfer_id}`) ?? [];
    return { code, amount, balance, detail: posted?.data.detail ?? {} };
  });
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
  const rows = await sql<(Omit<BookedEntry, "at" | "transferId"> & { transfer_id: string; recorded_at: Date })[]>`
    select position, transfer_id, code, amount, balance, recorded_at from ledger_entries
    where shard = ${shard} and account = ${account} and position > ${after} order by position limit ${limit}`;
  return rows.map(({ transfer_id, recorded_at, ...row }) => (
    { ...row, transferId: transfer_id, at: recorded_at.getTime() }
  ));
}
