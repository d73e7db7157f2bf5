import { plainArray, type rowsOf } from "../store/projections/columns.ts";
import { readAt } from "../store/log/read.ts";
import { eventsIn } from "../store/place.ts";
import type { Sql, Tx } from "../store/sql.ts";
import { entriesWithout } from "./days.ts";
import type { AccountId } from "./chart.ts";
import type { TransferPosted } from "./transfer.ts";

/**
 * What the transfers at these positions say under one name of their detail: of fifty of them that is a hundredth of what
 * their events hold. Positions without a transfer are missing from the map.
 */
export async function readDetailAt(
  sql: Sql | Tx,
  shard: number,
  { positions, name }: { readonly positions: readonly number[]; readonly name: string },
): Promise<Map<number, unknown>> {
  if (positions.length === 0) return new Map();
  const log = `ledger/${shard}` as const;
  const [row] = await sql<{ found: [position: number, said: unknown][] | undefined }[]>`
    select json_agg(json_build_array(position, data -> 'detail' -> ${name}::text)) as found from ${eventsIn(log)}
    where log = ${log} and position = any(${plainArray(positions)}::text::bigint[])`;
  const found = new Map(row?.found);
  const archived = await readAt<TransferPosted>(sql, log, positions.filter((position) => !found.has(position)));
  for (const [position, { data }] of archived) found.set(position, data.detail[name]);
  return found;
}

/** A leg of a transfer with the balance after it, and what the transfer says about itself. */
interface AccountEntry {
  readonly code: string;
  readonly amount: number;
  readonly balance: number;
  readonly detail: TransferPosted["data"]["detail"];
}

/**
 * What moved in an account, oldest first, without the entries of some codes: these are too many to ask about one by
 * one, and their sum is what the balances between the others grow by.
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

/** All that came into an account, oldest first. */
interface IncomingColumns {
  readonly account: AccountId;
  readonly positions: string;
  readonly transfers: string;
  readonly amounts: string;
  readonly times: string;
}

/** What came into accounts under one code behind a position of each, oldest first; `asked` has rows `account, after`. */
export async function readIncoming(
  sql: Sql | Tx,
  shard: number,
  { code, asked }: { code: string; asked: ReturnType<typeof rowsOf> },
): Promise<Map<AccountId, IncomingEntry[]>> {
  // Many entries of few accounts: whole columns cost this process less than a row for each.
  const rows = await sql<IncomingColumns[]>`
    select asked.account, entries.* from ${asked} as asked
    cross join lateral (
      select string_agg(position::text, ',') as positions, string_agg(transfer_id::text, ',') as transfers,
        string_agg(amount::text, ',') as amounts,
        string_agg(floor(extract(epoch from recorded_at) * 1000)::bigint::text, ',') as times
      from (
        select position, transfer_id, amount, recorded_at from ledger_entries
        where shard = ${shard} and account = asked.account and position > asked.after and amount > 0 and code = ${code}
        order by position offset 0
      ) as entry
    ) as entries where positions is not null`;
  return new Map(rows.map(({ account, positions, transfers, amounts, times }) => {
    const [ids, units, moments] = [transfers.split(","), amounts.split(","), times.split(",")];
    return [
      account,
      positions.split(",").map((position, index) => ({
        position: Number(position),
        at: Number(moments[index]),
        transferId: ids[index] ?? "",
        amount: Number(units[index]),
      })),
    ];
  }));
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
