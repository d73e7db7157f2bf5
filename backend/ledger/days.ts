import { lagosDay } from "../contract/policy.ts";
import { plainArray } from "../store/projections/columns.ts";
import { type Recorded, shardOfLog } from "../store/log/event.ts";
import type { Projection } from "../store/projections/projection.ts";
import type { Sql, Tx } from "../store/sql.ts";
import type { AccountId } from "./chart.ts";
import type { TransferPosted } from "./transfer.ts";

/**
 * What moved in each account on each Lagos day under each code: a listener has an entry for nearly every play, and what
 * is read of them are sums. A row says between which positions its entries are, so that readers find them.
 */
export const ledgerDays: Projection<TransferPosted> = {
  name: "ledger_days",
  version: 1,
  mode: "async",
  place: "shard",
  logs: ["ledger"],
  on: ["TransferPosted"],
  tables: `
    create table ledger_days (
      shard smallint not null,
      account text not null,
      day date not null,
      code text not null,
      entries integer not null check (entries > 0),
      inward bigint not null check (inward >= 0),
      outward bigint not null check (outward >= 0),
      first_position bigint not null,
      last_position bigint not null,
      primary key (shard, account, day, code)
    ) with (fillfactor = 70)`,

  async apply(tx, events) {
    const rows = events.flatMap(legsOf);
    const column = (pick: (row: Leg) => string | number) => plainArray(rows.map(pick));
    await tx`
      insert into ledger_days as known (shard, account, day, code, entries, inward, outward, first_position, last_position)
      select shard, account, day, code, count(*), sum(greatest(amount, 0))::bigint, sum(greatest(-amount, 0))::bigint,
        min(position), max(position)
      from unnest(
        ${column((row) => row.shard)}::text::smallint[], ${column((row) => row.account)}::text::text[],
        ${column((row) => row.day)}::text::date[], ${column((row) => row.code)}::text::text[],
        ${column((row) => row.amount)}::text::bigint[], ${column((row) => row.position)}::text::bigint[]
      ) as t(shard, account, day, code, amount, position)
      group by shard, account, day, code
      on conflict (shard, account, day, code) do update set entries = known.entries + excluded.entries,
        inward = known.inward + excluded.inward, outward = known.outward + excluded.outward,
        first_position = least(known.first_position, excluded.first_position),
        last_position = greatest(known.last_position, excluded.last_position)`;
  },
};

interface Leg {
  readonly shard: number;
  readonly account: AccountId;
  readonly day: string;
  readonly code: string;
  readonly amount: number;
  readonly position: number;
}

function legsOf({ log, data, position, recordedAt }: Recorded<TransferPosted>): Leg[] {
  const { code, entries } = data;
  const place = { shard: shardOfLog(log), day: lagosDay(recordedAt), code, position };
  return entries.map(({ account, amount }) => ({ ...place, account, amount }));
}

/** Accounts of a shard. */
interface Of {
  readonly shard: number;
  readonly accounts: readonly AccountId[];
}

/**
 * Rows `(account, day, code, entries, inward, outward)` of accounts, for a `from`: the days, and beside them what was
 * booked since they were folded, entry by entry. So a sum is always exact and never reads all entries.
 */
function moved(sql: Sql | Tx, { shard, accounts }: Of) {
  return sql`(
    select account, day, code, entries, inward, outward from ledger_days
    where shard = ${shard} and account = any(${[...accounts]})
    union all
    select account, (recorded_at at time zone 'Africa/Lagos')::date, code, 1, greatest(amount, 0), greatest(-amount, 0)
    from ${unfolded(sql, { shard, accounts })}
  ) as moved`;
}

function unfolded(sql: Sql | Tx, { shard, accounts }: Of) {
  return sql`unnest(${[...accounts]}::text[]) as asked(id)
    cross join lateral (
      select account, position, transfer_id, code, amount, balance, recorded_at from ledger_entries
      where shard = ${shard} and account = asked.id and position > (
        select coalesce(max(last_position), 0) from ledger_days where shard = ${shard} and account = asked.id)
    ) as entry`;
}

/** Sum of what some codes moved in accounts, in units: for "total earned". */
export async function readEarned(
  sql: Sql | Tx,
  shard: number,
  { accounts, codes }: { accounts: readonly AccountId[]; codes: readonly string[] },
): Promise<number> {
  const [row] = await sql<{ sum: number }[]>`
    select coalesce(sum(inward - outward), 0)::bigint as sum from ${moved(sql, { shard, accounts })}
    where code = any(${[...codes]})`;
  return row?.sum ?? 0;
}

/** What moved in each of these accounts under each code, in units: what came in, less what went out. */
export async function readSumsByCode(
  sql: Sql | Tx,
  shard: number,
  accounts: readonly AccountId[],
): Promise<{ account: AccountId; code: string; sum: number }[]> {
  return await sql<{ account: AccountId; code: string; sum: number }[]>`
    select account, code, sum(inward - outward)::bigint as sum from ${moved(sql, { shard, accounts })}
    group by account, code`;
}

/** What entries of a code brought into accounts and took out of them in a month, in units. */
export interface MonthMovement {
  /** Of its day in Lagos, YYYY-MM. */
  readonly month: string;
  readonly code: string;
  readonly inward: number;
  readonly outward: number;
}

/** What moved in accounts by month and code, the oldest month first: both ways, since a gift given is no gift received. */
export async function readMovedByMonth(
  sql: Sql | Tx,
  shard: number,
  accounts: readonly AccountId[],
): Promise<MonthMovement[]> {
  return await sql<MonthMovement[]>`
    select to_char(day, 'YYYY-MM') as month, code, sum(inward)::bigint as inward, sum(outward)::bigint as outward
    from ${moved(sql, { shard, accounts })} group by month, code order by month, code`;
}

/** What entries of a code changed in an account on a Lagos day, in units. */
export interface DayMovement {
  readonly account: AccountId;
  readonly day: string;
  readonly code: string;
  readonly amount: number;
  readonly entries: number;
}

/** What moved in accounts from a Lagos day on and before another, by day and code, oldest day first. */
export async function readMovements(
  sql: Sql | Tx,
  shard: number,
  { accounts, from, before }: { accounts: readonly AccountId[]; from: string; before: string },
): Promise<DayMovement[]> {
  return await sql<DayMovement[]>`
    select account, day::text as day, code, sum(inward - outward)::bigint as amount, sum(entries)::int as entries
    from ${moved(sql, { shard, accounts })} where day >= ${from} and day < ${before}
    group by account, day, code order by day, code, account`;
}

/**
 * Balances as they were before a moment (epoch ms): what the last entry before it left; accounts without any are 0.
 * Entries stand in the order of their moments, so only those of the moment's own day are looked through.
 */
export async function readBalancesAt(
  sql: Sql | Tx,
  shard: number,
  { accounts, before }: { accounts: readonly AccountId[]; before: number },
): Promise<Map<AccountId, number>> {
  const rows = await sql<{ account: string; balance: number }[]>`
    select account, balance from unnest(${[...accounts]}::text[]) as asked(id)
    cross join lateral (
      select account, balance from ledger_entries
      where shard = ${shard} and account = asked.id and recorded_at < ${new Date(before)} and position < (
        select coalesce(min(first_position), ${Number.MAX_SAFE_INTEGER}::bigint) from ledger_days
        where shard = ${shard} and account = asked.id and day > ${lagosDay(before)})
      order by position desc limit 1
    ) as entry`;
  const found = new Map(rows.map((row) => [row.account, row.balance]));
  return new Map(accounts.map((account) => [account, found.get(account) ?? 0]));
}

/**
 * The entries of an account but those of some codes, oldest first. Found by the days on which there were any: nothing
 * is looked through but those days, and what was booked since they were folded.
 */
export async function entriesWithout(
  sql: Sql | Tx,
  shard: number,
  { account, codes }: { account: AccountId; codes: readonly string[] },
): Promise<{ position: number; code: string; amount: number; balance: number }[]> {
  return await sql`
    select position, code, amount, balance from (
      select entry.position, entry.code, entry.amount, entry.balance from ledger_days as day
      cross join lateral (
        select * from ledger_entries
        where shard = ${shard} and account = ${account} and code = day.code
          and position between day.first_position and day.last_position
        offset 0
      ) as entry
      where day.shard = ${shard} and day.account = ${account} and day.code <> all(${[...codes]})
      union all
      select position, code, amount, balance from ${unfolded(sql, { shard, accounts: [account] })}
      where code <> all(${[...codes]})
    ) as found order by position`;
}
