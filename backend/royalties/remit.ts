import { type ShardTax, taxMonthOf } from "../../projections/withheld_tax.ts";
import type { Deps } from "../deps.ts";
import { loadBalances } from "../ledger/accounts.ts";
import { PROVIDER, WITHHELD_TAX } from "../ledger/chart.ts";
import type { Balances } from "../ledger/transfer.ts";
import type { CommandHandler } from "../store/log/command.ts";
import { derivedId } from "../store/log/ids.ts";
import { shardLogs } from "../store/log/shard.ts";
import { type Streams, streamsOf } from "../store/streams.ts";
import { type TaxRemitted, taxRemittedStream } from "./events.ts";

/** A shard's part of a remittance: units of the tax that it withheld in a Lagos month. */
interface Remitting {
  readonly shard: number;
  readonly remittanceId: string;
  readonly month: string;
  readonly units: number;
}

const remitted = streamsOf<Remitting, boolean, TaxRemitted>({
  log: ({ shard }) => `ledger/${shard}`,
  stream: ({ remittanceId }) => taxRemittedStream(remittanceId),
  initial: false,
  evolve: () => true,
});

interface Loaded {
  readonly balances: ReadonlyMap<number, Balances>;
  readonly remitted: Streams<Remitting, boolean, TaxRemitted>;
  readonly months: readonly ShardTax[];
}

/** Books a shard's part once. More than the shard owes of the month is a mistake of ours: nothing is booked. */
const remitTax: CommandHandler<Remitting, Loaded, { changed: boolean }> = {
  name: "remitTax",
  async load(tx, commands, scope) {
    const balances = new Map<number, Balances>();
    const months: ShardTax[] = [];
    for (const { shard, month } of commands) {
      balances.set(shard, await loadBalances(tx, scope, { shard, accounts: [WITHHELD_TAX, PROVIDER] }));
      months.push(await taxMonthOf(tx, shard, month));
    }
    return { balances, months, remitted: await remitted.load(tx, scope, commands) };
  },
  decide(group, command) {
    const { shard, remittanceId, month, units } = command;
    if (group.remitted.of(command)) return { appends: [], result: { changed: false } };
    const [balances, tax] = [
      group.balances.get(shard),
      group.months.find((one) => one.shard === shard && one.month === month),
    ];
    // Two of one group are more than what was read; the database's check refuses them together.
    if (!balances || !tax || units > tax.withheldUnits - tax.remittedUnits) {
      throw new Error(`Cannot remit ${units} of ${month} in shard ${shard}: less is due`);
    }
    const transferId = derivedId(remittanceId, `remitted by ${shard}`);
    const entries = [{ account: WITHHELD_TAX, amount: -units }, { account: PROVIDER, amount: units }];
    const detail = { remittanceId, month };
    const posted = balances.post(`ledger/${shard}`, { transferId, code: "tax_remitted", entries, detail });
    const events: TaxRemitted[] = [{ type: "TaxRemitted", data: { remittanceId, month, units, transferId } }];
    return { appends: [posted, ...group.remitted.add(command, events)], result: { changed: true } };
  },
};

/** Books what was paid to the tax authority, each shard's part in a transaction of its own. Harmless twice. */
export async function bookRemittance(
  { store }: Pick<Deps, "store">,
  { remittanceId, month, parts, by }: {
    readonly remittanceId: string;
    readonly month: string;
    readonly parts: readonly (readonly [shard: number, units: number])[];
    readonly by: string;
  },
): Promise<void> {
  for (const [shard, units] of parts) {
    const options = { logs: shardLogs(shard), metadata: { actor: by } };
    await store.execute(remitTax, { shard, remittanceId, month, units }, options);
  }
}
