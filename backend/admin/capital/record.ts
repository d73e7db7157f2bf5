import { loadBalances } from "../../ledger/accounts.ts";
import { CAPITAL, PROVIDER } from "../../ledger/chart.ts";
import { derivedId } from "../../store/log/ids.ts";
import type { Sql } from "../../store/sql.ts";
import { streamsOf } from "../../store/streams.ts";
import { CAPITAL_SHARD, type CapitalRecorded, capitalStream } from "./events.ts";

/** Capital that two sides have agreed on; kobo, below zero where it was taken out. */
export type RecordCapital = Omit<CapitalRecorded["data"], "transferId">;

type Said = Pick<RecordCapital, "capitalId">;

const recorded = streamsOf<Said, boolean, CapitalRecorded>({
  log: () => `ledger/${CAPITAL_SHARD}`,
  stream: ({ capitalId }) => capitalStream(capitalId),
  initial: false,
  evolve: () => true,
});

/** Whether capital of an id is in the books. */
export async function isRecorded(sql: Sql, capitalId: string): Promise<boolean> {
  const said = { capitalId };
  return (await recorded.states(sql, [said]))(said);
}

/** Books capital once: what lies at the provider, and what the owners put in, grow by the same sum. */
export const recordCapital = recorded.handler("recordCapital", {
  id: (command: RecordCapital) => command,
  beside: (tx, _, scope) => loadBalances(tx, scope, { shard: CAPITAL_SHARD, accounts: [CAPITAL, PROVIDER] }),
  decide(isRecorded, { capitalId, units, reason, adminId, confirmedBy }) {
    const transferId = derivedId(capitalId, "capital");
    const data = { capitalId, units, reason, adminId, confirmedBy, transferId };
    return isRecorded ? [] : [{ type: "CapitalRecorded", data }];
  },
  appends(events, command, { streams, beside: balances }) {
    const posted = events.map(({ data: { capitalId, units, transferId } }) => {
      const entries = [{ account: PROVIDER, amount: -units }, { account: CAPITAL, amount: units }];
      const transfer = { transferId, code: "capital", entries, detail: { capitalId } } as const;
      return balances.post(`ledger/${CAPITAL_SHARD}`, transfer);
    });
    return [...posted, ...streams.add(command, events)];
  },
  result: ({ events }) => ({ changed: events.length > 0 }),
});
