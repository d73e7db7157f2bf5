import { possibleDebtors, readDebts } from "../../../projections/wallet/debts.ts";
import type { Deps } from "../../deps.ts";
import { loadBalances } from "../../ledger/accounts.ts";
import { availableAccount, GIFT_CLAIMS, PAYOUT_CLAIMS } from "../../ledger/chart.ts";
import { Balances } from "../../ledger/transfer.ts";
import type { GroupScope } from "../../store/log/command.ts";
import type { Append } from "../../store/log/event.ts";
import { derivedId } from "../../store/log/ids.ts";
import { shardLogs } from "../../store/log/shard.ts";
import type { Tx } from "../../store/sql.ts";
import { type Streams, streamsOf } from "../../store/streams.ts";
import { type DebtRepaid, debtStream } from "./events.ts";
import { type Debt, decideRepayment, entriesOf, evolve, NO_DEBT } from "./state.ts";

/** Who may owe something. */
interface Debtor {
  readonly shard: number;
  readonly userId: string;
}

const debts = streamsOf<Debtor, Debt, DebtRepaid>({
  log: ({ shard }) => `ledger/${shard}`,
  stream: ({ userId }) => debtStream(userId),
  initial: NO_DEBT,
  evolve,
  async read(tx, people) {
    const found = new Map<string, Debt>();
    for (const [shard, own] of Map.groupBy(people, (one) => one.shard)) {
      for (const [userId, debt] of await readDebts(tx, shard, own.map(({ userId }) => userId))) found.set(userId, debt);
    }
    return ({ userId }) => found.get(userId) ?? NO_DEBT;
  },
});

/** What commands that bring money share in a group. */
export interface GroupDebts {
  readonly debts: Streams<Debtor, Debt, DebtRepaid>;
  readonly balances: Balances;
}

/** Loads what people owe who get something: it pays that first. */
export async function loadDebts(tx: Tx, scope: GroupScope, people: readonly Debtor[]): Promise<GroupDebts> {
  for (const [shard, list] of Map.groupBy(people, (one) => one.shard)) {
    const accounts = list.map(({ userId }) => availableAccount(userId));
    await loadBalances(tx, scope, { shard, accounts: [GIFT_CLAIMS, PAYOUT_CLAIMS, ...accounts] });
  }
  return { debts: await debts.load(tx, scope, people), balances: scope.share(Balances) };
}

/** Pays what a person owes out of what is available, as far as it goes. */
export function payDebts(group: GroupDebts, debtor: Debtor): Append[] {
  return appendsOf(group, debtor, repaymentsOf(group, debtor));
}

function repaymentsOf({ debts, balances }: GroupDebts, debtor: Debtor): DebtRepaid[] {
  const { userId } = debtor;
  const repaid = decideRepayment(debts.of(debtor), balances.of(availableAccount(userId)));
  const transferId = derivedId(userId, `debt ${debts.version(debtor)}`);
  return repaid ? [{ type: "DebtRepaid", data: { userId, ...repaid, transferId } }] : [];
}

function appendsOf({ debts, balances }: GroupDebts, debtor: Debtor, events: readonly DebtRepaid[]): Append[] {
  const posted = events.map(({ data: { userId, transferId, ...repaid } }) => {
    const transfer = {
      transferId,
      code: "debt_repaid",
      entries: entriesOf(userId, repaid),
      detail: { userId },
    } as const;
    return balances.post(`ledger/${debtor.shard}`, transfer);
  });
  return [...posted, ...debts.add(debtor, events)];
}

const repayDebts = debts.handler("repayDebts", {
  id: (debtor: Debtor) => debtor,
  beside: (tx, people, scope) => loadDebts(tx, scope, people),
  decide: (_, debtor, { beside }) => repaymentsOf(beside, debtor),
  appends: (events, debtor, { beside }) => appendsOf(beside, debtor, events),
  result: () => undefined,
});

/** Has everybody pay who owes something and has something, however it came: also what a withdrawal gave back. */
export async function collectDebts(deps: Pick<Deps, "store" | "shardOf">, signal?: AbortSignal): Promise<void> {
  const { sql } = deps.store;
  for (const [shard, people] of Map.groupBy(await possibleDebtors(sql), (userId) => deps.shardOf(userId))) {
    for (const [userId, { gifts, payouts }] of await readDebts(sql, shard, people)) {
      if (signal?.aborted) return;
      if (gifts === 0 && payouts === 0) continue;
      const options = { logs: shardLogs(shard), metadata: { actor: "system:debts" } };
      await deps.store.execute(repayDebts, { shard, userId }, options);
    }
  }
}
