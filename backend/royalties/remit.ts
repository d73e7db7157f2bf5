import { type ShardTax, taxMonthOf } from "../../projections/royalties/withheld_tax.ts";
import type { Deps } from "../deps.ts";
import { loadBalances } from "../ledger/accounts.ts";
import { PROVIDER, WITHHELD_TAX } from "../ledger/chart.ts";
import type { Balances } from "../ledger/transfer.ts";
import type { CommandHandler, GroupScope } from "../store/log/command.ts";
import { derivedId } from "../store/log/ids.ts";
import { shardLogs } from "../store/log/shard.ts";
import type { Tx } from "../store/sql.ts";
import { type Streams, streamsOf } from "../store/streams.ts";
import { type TaxRemittanceReversed, type TaxRemitted, taxRemittedStream } from "./events.ts";

/** A shard's part of a remittance or of its reversal: units of the tax that it withheld in a Lagos month. */
interface Remitting {
  readonly shard: number;
  readonly remittanceId: string;
  readonly month: string;
  readonly units: number;
}

type Booked = TaxRemitted | TaxRemittanceReversed;

/** What a shard booked of a remittance; afterwards it may have come back, once. */
interface Part {
  readonly units: number;
  readonly isReversed: boolean;
}

const remitted = streamsOf<Remitting, Part | undefined, Booked>({
  log: ({ shard }) => `ledger/${shard}`,
  stream: ({ remittanceId }) => taxRemittedStream(remittanceId),
  initial: undefined,
  evolve: (_, { type, data: { units } }) => ({ units, isReversed: type === "TaxRemittanceReversed" }),
});

interface Loaded {
  readonly balances: ReadonlyMap<number, Balances>;
  readonly remitted: Streams<Remitting, Part | undefined, Booked>;
  readonly months: readonly ShardTax[];
}

async function load(tx: Tx, commands: readonly Remitting[], scope: GroupScope): Promise<Loaded> {
  const balances = new Map<number, Balances>();
  const months: ShardTax[] = [];
  for (const { shard, month } of commands) {
    balances.set(shard, await loadBalances(tx, scope, { shard, accounts: [WITHHELD_TAX, PROVIDER] }));
    months.push(await taxMonthOf(tx, shard, month));
  }
  return { balances, months, remitted: await remitted.load(tx, scope, commands) };
}

/** Books a shard's part once. More than the shard owes of the month is a mistake of ours: nothing is booked. */
const remitTax: CommandHandler<Remitting, Loaded, { changed: boolean }> = {
  name: "remitTax",
  load,
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

type Reversing = Remitting & { readonly reversalId: string };

/** Books the opposite of a shard's part, once. What the shard has not booked of it is a mistake of ours: nothing moves. */
const reverseTax: CommandHandler<Reversing, Loaded, { changed: boolean }> = {
  name: "reverseTax",
  load,
  decide(group, command) {
    const { shard, remittanceId, reversalId, month, units } = command;
    const [balances, part] = [group.balances.get(shard), group.remitted.of(command)];
    if (part?.isReversed) return { appends: [], result: { changed: false } };
    if (!balances || part?.units !== units) {
      throw new Error(`Cannot reverse ${units} of ${month} in shard ${shard}: ${part?.units ?? "nothing"} is booked`);
    }
    const transferId = derivedId(remittanceId, `reversed by ${shard}`);
    const entries = [{ account: WITHHELD_TAX, amount: units }, { account: PROVIDER, amount: -units }];
    const detail = { remittanceId, reversalId, month };
    const posted = balances.post(`ledger/${shard}`, { transferId, code: "tax_reversed", entries, detail });
    const events: TaxRemittanceReversed[] = [
      { type: "TaxRemittanceReversed", data: { remittanceId, reversalId, month, units, transferId } },
    ];
    return { appends: [posted, ...group.remitted.add(command, events)], result: { changed: true } };
  },
};

/** What each shard books of a remittance, or of its reversal. */
interface Booking {
  readonly remittanceId: string;
  readonly month: string;
  readonly parts: readonly (readonly [shard: number, units: number])[];
  readonly by: string;
}

/** Books what was paid to the tax authority, each shard's part in a transaction of its own. Harmless twice. */
export async function bookRemittance(
  { store }: Pick<Deps, "store">,
  { remittanceId, month, parts, by }: Booking,
): Promise<void> {
  for (const [shard, units] of parts) {
    const options = { logs: shardLogs(shard), metadata: { actor: by } };
    await store.execute(remitTax, { shard, remittanceId, month, units }, options);
  }
}

/** Books back what was remitted wrongly, each shard's part in a transaction of its own. Harmless twice. */
export async function bookReversal(
  { store }: Pick<Deps, "store">,
  { remittanceId, reversalId, month, parts, by }: Booking & { readonly reversalId: string },
): Promise<void> {
  for (const [shard, units] of parts) {
    const options = { logs: shardLogs(shard), metadata: { actor: by } };
    await store.execute(reverseTax, { shard, remittanceId, reversalId, month, units }, options);
  }
}
