import { newId } from "../../backend/contract/ids.ts";
import { ledgerAccounts, readTotal } from "../../backend/ledger/accounts.ts";
import { postTransfer } from "../../backend/testing/transfers.ts";
import type { Store } from "../../backend/store/store.ts";
import { seededRandom } from "../../backend/testing/random.ts";
import { createOrin, openPool, openStore, type ProofDatabase } from "../parts/database.ts";
import { closedLoop, type Contender, interleaved } from "../parts/measure.ts";
import type { BenchOptions } from "./options.ts";
import { type Row, rowOf } from "./report.ts";

const ACCOUNTS = 1_000;
const PRODUCERS = 32;
const LARGE = 1_000_000_000;

interface Movement {
  readonly from: string;
  readonly to: string;
  readonly amount: number;
}

/** Transfers with balance checks, against the usual way: a transaction with row locks for each. */
export async function benchLedger(database: ProofDatabase, options: BenchOptions): Promise<Row[]> {
  await using open = new AsyncDisposableStack();
  const { serviceUrl } = await createOrin(database, "ledger", [ledgerAccounts]);
  const store = open.use(openStore(serviceUrl, [ledgerAccounts]));
  const accounts = Array.from({ length: ACCOUNTS }, () => `user:${newId()}:available`);
  const pair = movements(accounts, options.seed);
  await Promise.all(accounts.map((to) => post(store, { from: "pool:bench", to, amount: LARGE })));
  const locks = open.use(await rowLocks(await database.create("row_locks"), accounts, pair));
  const seen = await interleaved([
    locks,
    { name: "orin 32", round: (ms) => closedLoop(PRODUCERS, ms, () => post(store, pair())) },
    { name: "orin 256", round: (ms) => closedLoop(256, ms, () => post(store, pair())) },
  ], options);
  if (await readTotal(store.sql) !== 0) throw new Error("The books do not sum to zero");
  const baseline = seen.get(locks.name);
  return [
    rowOf("ledger transfers: 32 producers ÷ a transaction with row locks each", seen.get("orin 32"), {
      baseline,
      budget: { atLeast: 4 },
    }),
    rowOf("ledger transfers: 256 producers ÷ the same at 32", seen.get("orin 256"), { baseline }),
  ];
}

function movements(accounts: readonly string[], seed: number): () => Movement {
  const random = seededRandom(seed);
  return () => {
    const from = Math.floor(random() * accounts.length);
    const to = (from + 1 + Math.floor(random() * (accounts.length - 1))) % accounts.length;
    return { from: accounts[from] ?? "", to: accounts[to] ?? "", amount: 1 + Math.floor(random() * 100) };
  };
}

async function post(store: Store, { from, to, amount }: Movement): Promise<void> {
  const entries = [{ account: from, amount: -amount }, { account: to, amount }];
  const transferId = newId();
  await store.execute(
    postTransfer,
    { shard: 0, transfer: { transferId, code: "gift", entries } },
    { logs: ["ledger/0"], metadata: { actor: "system:bench" }, commandId: transferId, content: { from, to, amount } },
  );
}

/** Locks both accounts in order, checks, writes the transfer, its two entries and both balances, commits. */
async function rowLocks(
  url: string,
  accounts: readonly string[],
  pair: () => Movement,
): Promise<Contender & AsyncDisposable> {
  const pool = await openPool(url, PRODUCERS);
  await pool.unsafe(`
    create table accounts (account text primary key, balance bigint not null check (balance >= 0)) with (fillfactor = 70);
    create table transfers (transfer_id uuid primary key, code text not null, created_at timestamptz default now());
    create table entries (transfer_id uuid not null references transfers, account text not null references accounts,
      amount bigint not null, balance bigint not null, primary key (account, transfer_id));`);
  await pool`insert into accounts select account, ${LARGE}::bigint from unnest(${[...accounts]}::text[]) as t(account)`;
  const transfer = async () => {
    const { from, to, amount } = pair();
    await pool.begin(async (tx) => {
      const rows = await tx<{ account: string; balance: number }[]>`
        select account, balance from accounts where account in (${from}, ${to}) order by account for update`;
      const balanceOf = (account: string) => rows.find((row) => row.account === account)?.balance ?? 0;
      if (balanceOf(from) < amount) throw new Error("insufficient funds");
      const id = newId();
      await Promise.all([
        tx`insert into transfers (transfer_id, code) values (${id}, 'bench')`,
        tx`update accounts set balance = balance - ${amount} where account = ${from}`,
        tx`update accounts set balance = balance + ${amount} where account = ${to}`,
        tx`
          insert into entries (transfer_id, account, amount, balance) values
            (${id}, ${from}, ${-amount}, ${balanceOf(from) - amount}), (${id}, ${to}, ${amount}, ${
          balanceOf(to) + amount
        })`,
      ]);
    });
  };
  return {
    name: "row locks",
    round: (ms) => closedLoop(PRODUCERS, ms, transfer),
    [Symbol.asyncDispose]: () => pool.end({ timeout: 2 }),
  };
}
