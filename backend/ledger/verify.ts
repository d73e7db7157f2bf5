import type { MeasureTransfers } from "../store/chain/chain.ts";
import { type LogName, shardOfLog } from "../store/log/event.ts";
import type { Problem } from "../store/log/problem.ts";
import type { Tx } from "../store/sql.ts";
import type { Check } from "../store/chain/verify.ts";
import { archivedUpTo, coldEvents } from "../store/archive/cold.ts";
import { plainArray, textArray } from "../store/projections/columns.ts";
import { eventsIn } from "../store/place.ts";
import type { TransferPosted } from "./transfer.ts";

/** What the transfers between two positions took out of accounts and put into them, in units. */
export const measureTransfers: MeasureTransfers = async (tx, log, { first, last }) => {
  if (!isLedger(log)) return { debits: 0, credits: 0 };
  const [row] = await tx<{ debits: number; credits: number }[]>`
    select coalesce(-sum(amount) filter (where amount < 0), 0)::bigint as debits,
      coalesce(sum(amount) filter (where amount > 0), 0)::bigint as credits
    from ${eventsIn(log)}, json_to_recordset(data -> 'entries') as entry(amount bigint)
    where log = ${log} and position between ${first} and ${last} and type = 'TransferPosted'`;
  return row ?? { debits: 0, credits: 0 };
};

/**
 * The proof of the books, from the events themselves: every transfer's entries sum to zero, and each account's balance
 * is the sum of its entries and of what the events moved. Looking at all of it also follows each running balance.
 */
export const ledgerCheck: Check = {
  name: "ledger",
  async check(tx, { logs, isFull }) {
    const problems: Problem[] = [];
    for (const { log, after } of logs.filter((stretch) => isLedger(stretch.log))) {
      const archived = await archivedUpTo(tx, log);
      // What is archived was proven before; only who looks back over it reads the objects again.
      const looksBack = archived > after;
      if (looksBack) problems.push(...await wrongInArchive(tx, log, archived));
      const before = balancesBefore(tx, log, { archived, looksBack });
      problems.push(...await unbalancedTransfers(tx, log, after));
      if (isFull) problems.push(...await wrongRunningBalances(tx, log, before));
      problems.push(...await wrongBalances(tx, log, before));
      if (looksBack) await tx`drop table pg_temp.archived_balances`;
    }
    return problems;
  },
};

function isLedger(log: LogName): boolean {
  return log.startsWith("ledger/");
}

async function unbalancedTransfers(tx: Tx, log: LogName, after: number): Promise<Problem[]> {
  const rows = await tx<{ position: number; sum: number }[]>`
    select position, sum(amount)::bigint as sum
    from ${eventsIn(log)}, json_to_recordset(data -> 'entries') as entry(amount bigint)
    where log = ${log} and position > ${after} and type = 'TransferPosted'
    group by position having sum(amount) <> 0 order by position limit 1`;
  return rows.map(({ position, sum }) => unbalanced(log, position, sum));
}

/** What the archived events of a log have left in each account. */
type BalancesBefore = ReturnType<typeof balancesBefore>;

function balancesBefore(tx: Tx, log: LogName, { archived, looksBack }: { archived: number; looksBack: boolean }) {
  if (looksBack) return tx`(select account, balance from pg_temp.archived_balances)`;
  return tx`(
    select account, sum(amount)::bigint as balance from ledger_entries
    where shard = ${shardOfLog(log)} and position <= ${archived} group by account
  )`;
}

/** The same proof of what is archived, which also leaves the balances after it in a table of this transaction. */
async function wrongInArchive(tx: Tx, log: LogName, archived: number): Promise<Problem[]> {
  await tx`create temporary table archived_balances (account text primary key, balance bigint not null)`;
  const problems: Problem[] = [];
  for await (const events of coldEvents(tx, log, { after: 0, upTo: archived })) {
    const transfers = events.filter(({ type }) => type === "TransferPosted").map((event) => (
      { position: event.position, entries: (JSON.parse(event.data) as TransferPosted["data"]).entries }
    ));
    const accounts = [...new Set(transfers.flatMap(({ entries }) => entries.map(({ account }) => account)))];
    const balances = new Map((await tx<{ account: string; balance: number }[]>`
      select account, balance from pg_temp.archived_balances where account = any(${textArray(accounts)}::text::text[])`)
      .map(({ account, balance }) => [account, balance]));
    for (const { position, entries } of transfers) {
      const sum = entries.reduce((total, { amount }) => total + amount, 0);
      if (sum !== 0) problems.push(unbalanced(log, position, sum));
      for (const { account, amount, balance } of entries) {
        const running = (balances.get(account) ?? 0) + amount;
        balances.set(account, running);
        if (running !== balance) problems.push(wrongAfter(log, { position, account, balance, running }));
      }
    }
    await tx`
      insert into pg_temp.archived_balances (account, balance)
      select * from unnest(${textArray([...balances.keys()])}::text::text[],
        ${plainArray([...balances.values()])}::text::bigint[])
      on conflict (account) do update set balance = excluded.balance`;
  }
  return problems.slice(0, 1);
}

function unbalanced(log: LogName, position: number, sum: number): Problem {
  return { where: `log ${log}, position ${position}`, what: `the transfer's entries sum to ${sum}, not to zero` };
}

interface Running {
  readonly position: number;
  readonly account: string;
  readonly balance: number;
  readonly running: number;
}

function wrongAfter(log: LogName, { position, account, balance, running }: Running): Problem {
  return {
    where: `log ${log}, position ${position}`,
    what: `it says that ${account} has ${balance} afterwards, but its entries sum to ${running}`,
  };
}

async function wrongRunningBalances(tx: Tx, log: LogName, before: BalancesBefore): Promise<Problem[]> {
  const rows = await tx<Running[]>`
    select position, account, balance, running from (
      select position, entry.account, entry.balance, coalesce(before.balance, 0) +
        sum(amount) over (partition by entry.account order by position)::bigint as running
      from ${eventsIn(log)} cross join lateral
        json_to_recordset(data -> 'entries') as entry(account text, amount bigint, balance bigint)
        left join ${before} as before on before.account = entry.account
      where log = ${log} and type = 'TransferPosted'
    ) as followed where balance <> running order by position limit 1`;
  return rows.map((row) => wrongAfter(log, row));
}

/** Balances against the entries' table and against the events. */
async function wrongBalances(tx: Tx, log: LogName, before: BalancesBefore): Promise<Problem[]> {
  const shard = shardOfLog(log);
  const rows = await tx<{ account: string; balance: number; entered: number; moved: number }[]>`
    with entered as (
      select account, sum(amount)::bigint as sum from ledger_entries where shard = ${shard} group by account
    ), moved as (
      select account, sum(amount)::bigint as sum from (
        select account, amount
        from ${eventsIn(log)}, json_to_recordset(data -> 'entries') as entry(account text, amount bigint)
        where log = ${log} and type = 'TransferPosted'
        union all select account, balance from ${before} as before
      ) as amounts group by account
    )
    select account, coalesce(balance, 0) as balance, coalesce(entered.sum, 0) as entered, coalesce(moved.sum, 0) as moved
    from (select account, balance from ledger_accounts where shard = ${shard}) as accounts
    full join entered using (account) full join moved using (account)
    where balance is distinct from entered.sum or balance is distinct from moved.sum
    order by account limit 1`;
  return rows.map(({ account, balance, entered, moved }) => ({
    where: `account ${account} of ${log}`,
    what: `its balance is ${balance}, its entries sum to ${entered}, the events moved ${moved}`,
  }));
}
