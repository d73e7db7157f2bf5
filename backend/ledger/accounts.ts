import { plainArray } from "../store/projections/columns.ts";
import type { GroupScope } from "../store/log/command.ts";
import { type LogName, type Recorded, shardOfLog } from "../store/log/event.ts";
import type { Projection } from "../store/projections/projection.ts";
import type { Sql, Tx } from "../store/sql.ts";
import { type AccountId, reservedAccount } from "./chart.ts";
import { Balances, type TransferPosted } from "./transfer.ts";

/**
 * Balances and entries, written in the append's own transaction. The database holds the last lines of defence: no
 * user account below zero, every transfer's entries sum to zero, one entry an account and position.
 */
export const ledgerAccounts: Projection<TransferPosted> = {
  name: "ledger_accounts",
  version: 1,
  mode: "inline",
  place: "shard",
  logs: ["ledger"],
  on: ["TransferPosted"],
  tables: `
    create table ledger_accounts (
      shard smallint not null,
      account text not null,
      balance bigint not null check (balance >= 0 or account not like 'user:%'),
      entries bigint not null,
      primary key (shard, account)
    ) with (fillfactor = 70);
    create table ledger_entries (
      shard smallint not null,
      account text not null,
      position bigint not null,
      transfer_id uuid not null,
      code text not null,
      amount bigint not null check (amount <> 0),
      balance bigint not null,
      recorded_at timestamptz not null,
      primary key (shard, account, position)
    );
    create or replace function refuse_unbalanced() returns trigger language plpgsql as $$
    begin
      if exists (select from added group by shard, position having sum(amount) <> 0) then
        raise exception 'entries of a transfer do not sum to zero' using errcode = 'check_violation';
      end if;
      return null;
    end
    $$;
    create trigger ledger_entries_balanced after insert on ledger_entries
      referencing new table as added for each statement execute function refuse_unbalanced();
  `,

  async apply(tx, events) {
    const rows = events.flatMap((event) => entriesOf(event));
    const column = (pick: (row: EntryRow) => string | number) => plainArray(rows.map(pick));
    const shards = column((row) => row.shard);
    const accounts = column((row) => row.account);
    const amounts = column((row) => row.amount);
    const [{ shard } = { shard: 0 }] = rows;
    await Promise.all([
      tx`
        insert into ledger_entries (shard, account, position, transfer_id, code, amount, balance, recorded_at)
        select shard, account, position, transfer_id, code, amount, balance, to_timestamp(recorded / 1000)
        from unnest(
          ${shards}::text::smallint[], ${accounts}::text::text[], ${column((row) => row.position)}::text::bigint[],
          ${column((row) => row.transferId)}::text::uuid[], ${column((row) => row.code)}::text::text[],
          ${amounts}::text::bigint[], ${column((row) => row.balance)}::text::bigint[],
          ${column((row) => row.recordedAt)}::text::float8[]
        ) as t(shard, account, position, transfer_id, code, amount, balance, recorded)`,
      // A check also looks at the row that an upsert proposes, so new accounts start at zero in a statement of their own.
      tx`
        insert into ledger_accounts (shard, account, balance, entries)
        select distinct shard, account, 0::bigint, 0::bigint
        from unnest(${shards}::text::smallint[], ${accounts}::text::text[]) as t(shard, account)
        on conflict do nothing`,
      // The limit leaves nothing out: it lets the planner expect few rows, and find each account by its key.
      tx`
        update ledger_accounts set balance = ledger_accounts.balance + moved.amount,
          entries = ledger_accounts.entries + moved.entries
        from (
          select account, sum(amount)::bigint as amount, count(*) as entries
          from unnest(${accounts}::text::text[], ${amounts}::text::bigint[]) as t(account, amount)
          group by account limit ${rows.length}
        ) as moved
        where ledger_accounts.shard = ${shard} and ledger_accounts.account = moved.account`,
    ]);
  },
};

interface EntryRow {
  readonly shard: number;
  readonly account: AccountId;
  readonly position: number;
  readonly transferId: string;
  readonly code: string;
  readonly amount: number;
  readonly balance: number;
  readonly recordedAt: number;
}

function entriesOf(event: Recorded<TransferPosted>): EntryRow[] {
  const { transferId, code, entries } = event.data;
  const shard = shardOfLog(event.log);
  return entries.map((entry) => ({
    ...entry,
    shard,
    transferId,
    code,
    position: event.position,
    recordedAt: event.recordedAt,
  }));
}

/**
 * Loads what the group's commands will move, into the balances they share. Rows are locked in the order of their ids;
 * accounts without a row have balance 0.
 */
export async function loadBalances(
  tx: Tx,
  scope: GroupScope,
  { shard, accounts }: { shard: number; accounts: Iterable<AccountId> },
): Promise<Balances> {
  const balances = scope.share(Balances);
  const log: LogName = `ledger/${shard}`;
  const missing = [...new Set(accounts)].filter((account) => !balances.has(log, account));
  if (missing.length === 0) return balances;
  // As an array of its own it is read once. A server that another one hands this on to, without the writer's settings, may
  // go through all accounts, and would read the text again for each of them.
  const rows = await tx<{ account: string; balance: number }[]>`
    select account, balance from ledger_accounts
    where shard = ${shard} and account = any(array(select unnest(${plainArray(missing)}::text::text[])))
    order by account for update`;
  const found = new Map(rows.map((row) => [row.account, row.balance]));
  for (const account of missing) if (!balances.has(log, account)) balances.set(log, account, found.get(account) ?? 0);
  return balances;
}

/** Balances in units, for reading; accounts without a row are 0. */
export async function readBalances(
  sql: Sql | Tx,
  shard: number,
  accounts: readonly AccountId[],
): Promise<Map<AccountId, number>> {
  const rows = await sql<{ account: string; balance: number }[]>`
    select account, balance from ledger_accounts where shard = ${shard} and account = any(${[...accounts]})`;
  const found = new Map(rows.map((row) => [row.account, row.balance]));
  return new Map(accounts.map((account) => [account, found.get(account) ?? 0]));
}

/** The sum of all balances: zero, always. For the proof. */
export async function readTotal(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<{ sum: number }[]>`select coalesce(sum(balance), 0)::bigint as sum from ledger_accounts`;
  return row?.sum ?? 0;
}

/** The sum of all that moved in an account under some codes, over all shards. For reconciliation. */
export async function readSumOf(sql: Sql | Tx, account: AccountId, codes: readonly string[]): Promise<number> {
  const [row] = await sql<{ sum: number }[]>`
    select coalesce(sum(amount), 0)::bigint as sum from (
      select split_part(log, '/', 2)::smallint as shard from all_logs where log like 'ledger/%'
    ) as shards
    cross join lateral (
      select amount from ledger_entries
      where ledger_entries.shard = shards.shard and account = ${account} and code = any(${[...codes]})
    ) as entry`;
  return row?.sum ?? 0;
}

/** What all users have reserved, over all shards. For reconciliation. */
export async function readReserved(sql: Sql | Tx): Promise<number> {
  const [row] = await sql<{ sum: number }[]>`
    select coalesce(sum(balance), 0)::bigint as sum from ledger_accounts where account like ${reservedAccount("%")}`;
  return row?.sum ?? 0;
}
