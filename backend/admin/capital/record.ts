import { loadBalances } from "../../ledger/accounts.ts";
import { CAPITAL, PROVIDER } from "../../ledger/chart.ts";
import type { Balances } from "../../ledger/transfer.ts";
import type { CommandHandler } from "../../store/log/command.ts";
import { derivedId } from "../../store/log/ids.ts";
import type { Sql } from "../../store/sql.ts";
import { type Streams, streamsOf } from "../../store/streams.ts";
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

interface Loaded {
  readonly balances: Balances;
  readonly recorded: Streams<Said, boolean, CapitalRecorded>;
}

/** Whether capital of an id is in the books. */
export async function isRecorded(sql: Sql, capitalId: string): Promise<boolean> {
  const said = { capitalId };
  return (await recorded.states(sql, [said]))(said);
}

/** Books capital once: what lies at the provider, and what the owners put in, grow by the same sum. */
export const recordCapital: CommandHandler<RecordCapital, Loaded, { changed: boolean }> = {
  name: "recordCapital",
  async load(tx, commands, scope) {
    return {
      balances: await loadBalances(tx, scope, { shard: CAPITAL_SHARD, accounts: [CAPITAL, PROVIDER] }),
      recorded: await recorded.load(tx, scope, commands),
    };
  },
  decide(group, { capitalId, units, reason, adminId, confirmedBy }) {
    const command = { capitalId };
    if (group.recorded.of(command)) return { appends: [], result: { changed: false } };
    const transferId = derivedId(capitalId, "capital");
    const entries = [{ account: PROVIDER, amount: -units }, { account: CAPITAL, amount: units }];
    const detail = { capitalId };
    const posted = group.balances.post(`ledger/${CAPITAL_SHARD}`, { transferId, code: "capital", entries, detail });
    const data = { capitalId, units, reason, adminId, confirmedBy, transferId };
    return {
      appends: [posted, ...group.recorded.add(command, [{ type: "CapitalRecorded", data }])],
      result: { changed: true },
    };
  },
};
