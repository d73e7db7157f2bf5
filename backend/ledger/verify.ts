import type { MeasureTransfers } from "../store/chain/chain.ts";
import { type LogName, shardOfLog } from "../store/log/event.ts";
import type { Problem } from "../store/log/problem.ts";
import type { Tx } from "../store/sql.ts";
import type { Check } from "../store/chain/verify.ts";
import { eventsIn } from "../store/place.ts";

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
      problems.push(...await unbalancedTransfers(tx, log, after));
      if (isFull) problems.push(...await wrongRunningBalances(tx, log));
      problems.push(...await wrongBalances(tx, log));
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
  return rows.map(({ position, sum }) => ({
    where: `log ${log}, position ${position}`,
    what: `the transfer's entries sum to ${sum}, not to zero`,
  }));
}

async function wrongRunningBalances(tx: Tx, log: LogName): Promise<Problem[]> {
  const rows = await tx<{ position: number; account: string; balance: number; running: number }[]>`
    select position, account, balance, running from (
      select position, account, balance, sum(amount) over (partition by account order by position)::bigint as running
      from ${eventsIn(log)}, json_to_recordset(data -> 'entries') as entry(account text, amount bigint, balance bigint)
      where log = ${log} and type = 'TransferPosted'
    ) as followed where balance <> running order by position limit 1`;
  return rows.map(({ position, account, balance, running }) => ({
    where: `log ${log}, position ${position}`,
    what: `it says that ${account} has ${balance} afterwards, but its entries sum to ${running}`,
  }));
}

/** Balances against the entries' table and against the events. */
async function wrongBalances(tx: Tx, log: LogName): Promise<Problem[]> {
  const shard = shardOfLog(log);
  const rows = await tx<{ account: string; balance: number; entered: number; moved: number }[]>`
    with entered as (
      select account, sum(amount)::bigint as sum from ledger_entries where shard = ${shard} group by account
    ), moved as (
      select account, sum(amount)::bigint as sum
      from ${eventsIn(log)}, json_to_recordset(data -> 'entries') as entry(account text, amount bigint)
      where log = ${log} and type = 'TransferPosted' group by account
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
