import type { Sql, Tx } from "../store/sql.ts";
import type { AccountId } from "./chart.ts";
import { readAt } from "../store/log/read.ts";
import { eventsIn } from "../store/place.ts";
import type { TransferPosted } from "./transfer.ts";

/** An account as each table has it, in units. All of it agrees, or one of them was changed by hand. */
export interface AccountSums {
  readonly account: AccountId;
  /** The balance, and how many entries made it. */
  readonly balance: number;
  readonly entries: number;
  /** The sum and the number of the entries. */
  readonly entered: number;
  readonly counted: number;
  /** The sum of the days, which are folded from the events alone, and of what was booked since. */
  readonly byDay: number;
  /** What the event behind the newest entry says that it left. */
  readonly told: number;
}

/** Reads accounts of a shard in one statement, which sees one moment; only archived events come behind it. It reads each entry of them: 100,000 in 0.1 s. */
export async function readAccountSums(
  sql: Sql | Tx,
  shard: number,
  accounts: readonly AccountId[],
): Promise<AccountSums[]> {
  const rows = await sql<(Omit<AccountSums, "told"> & { told: number | undefined; newest: number | undefined })[]>`
    select asked.id as account, coalesce(known.balance, 0) as balance, coalesce(known.entries, 0) as entries,
      coalesce(own.entered, 0)::bigint as entered, own.counted, (days.sum + own.unfolded)::bigint as "byDay",
      told.balance as told, own.newest
    from unnest(${[...accounts]}::text[]) as asked(id)
    left join ledger_accounts as known on known.shard = ${shard} and known.account = asked.id
    cross join lateral (
      select coalesce(sum(inward - outward), 0) as sum, coalesce(max(last_position), 0) as last_position
      from ledger_days where shard = ${shard} and account = asked.id
    ) as days
    cross join lateral (
      select sum(amount) as entered, count(*) as counted, max(position) as newest,
        coalesce(sum(amount) filter (where position > days.last_position), 0) as unfolded
      from ledger_entries where shard = ${shard} and account = asked.id
    ) as own
    left join lateral (
      select entry.balance from ${
    eventsIn(`ledger/${shard}`)
  }, json_to_recordset(data -> 'entries') as entry(account text, balance bigint)
      where log = ${`ledger/${shard}`} and position = own.newest and entry.account = asked.id
    ) as told on true`;
  const cold = rows.flatMap(({ told, newest }) => told === undefined && newest !== undefined ? [newest] : []);
  const events = await readAt<TransferPosted>(sql, `ledger/${shard}`, cold);
  return rows.map(({ newest, told, ...row }) => {
    const entries = newest === undefined ? [] : events.get(newest)?.data.entries ?? [];
    return { ...row, told: told ?? entries.find(({ account }) => account === row.account)?.balance ?? 0 };
  });
}

/** Whether every table says the same of an account. */
export function agrees({ balance, entries, entered, counted, byDay, told }: AccountSums): boolean {
  return entered === balance && byDay === balance && told === balance && counted === entries;
}
