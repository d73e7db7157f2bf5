import { type ShardTax, taxMonthOf } from "../../projections/royalties/withheld_tax.ts";
import type { Deps } from "../deps.ts";
import { loadBalances } from "../ledger/accounts.ts";
import { PROVIDER, WITHHELD_TAX } from "../ledger/chart.ts";
import { Balances, type Transfer } from "../ledger/transfer.ts";
import type { GroupScope } from "../store/log/command.ts";
import { derivedId } from "../store/log/ids.ts";
import { shardLogs } from "../store/log/shard.ts";
import type { Tx } from "../store/sql.ts";
import { streamsOf } from "../store/streams.ts";
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

async function loadBalancesOfTax(tx: Tx, commands: readonly Remitting[], scope: GroupScope): Promise<Balances> {
  for (const { shard } of commands) await loadBalances(tx, scope, { shard, accounts: [WITHHELD_TAX, PROVIDER] });
  return scope.share(Balances);
}

/** Books a shard's part once. More than the shard owes of the month is a mistake of ours: nothing is booked. */
const remitTax = remitted.handler("remitTax", {
  id: (command: Remitting) => command,
  async beside(tx, commands, scope) {
    const balances = await loadBalancesOfTax(tx, commands, scope);
    const months: ShardTax[] = [];
    for (const { shard, month } of commands) months.push(await taxMonthOf(tx, shard, month));
    return { balances, months };
  },
  decide(part, { shard, remittanceId, month, units }, { beside: { months } }) {
    if (part) return [];
    const tax = months.find((one) => one.shard === shard && one.month === month);
    // Two of one group are more than what was read; the database's check refuses them together.
    if (!tax || units > tax.withheldUnits - tax.remittedUnits) {
      throw new Error(`Cannot remit ${units} of ${month} in shard ${shard}: less is due`);
    }
    const transferId = derivedId(remittanceId, `remitted by ${shard}`);
    return [{ type: "TaxRemitted", data: { remittanceId, month, units, transferId } }];
  },
  appends: (events, command, { streams, beside: { balances } }) => [
    ...events.map((event) => balances.post(`ledger/${command.shard}`, transferOf(event))),
    ...streams.add(command, events),
  ],
  result: ({ events }) => ({ changed: events.length > 0 }),
});

type Reversing = Remitting & { readonly reversalId: string };

/** Books the opposite of a shard's part, once. What the shard has not booked of it is a mistake of ours: nothing moves. */
const reverseTax = remitted.handler("reverseTax", {
  id: (command: Reversing) => command,
  beside: loadBalancesOfTax,
  decide(part, { shard, remittanceId, reversalId, month, units }) {
    if (part?.isReversed) return [];
    if (part?.units !== units) {
      throw new Error(`Cannot reverse ${units} of ${month} in shard ${shard}: ${part?.units ?? "nothing"} is booked`);
    }
    const transferId = derivedId(remittanceId, `reversed by ${shard}`);
    return [{ type: "TaxRemittanceReversed", data: { remittanceId, reversalId, month, units, transferId } }];
  },
  appends: (events, command, { streams, beside: balances }) => [
    ...events.map((event) => balances.post(`ledger/${command.shard}`, transferOf(event))),
    ...streams.add(command, events),
  ],
  result: ({ events }) => ({ changed: events.length > 0 }),
});

/** The money that an event moves. */
function transferOf({ type, data }: Booked): Transfer {
  const { remittanceId, month, units, transferId } = data;
  if (type === "TaxRemitted") {
    const entries = [{ account: WITHHELD_TAX, amount: -units }, { account: PROVIDER, amount: units }];
    return { transferId, code: "tax_remitted", entries, detail: { remittanceId, month } };
  }
  const entries = [{ account: WITHHELD_TAX, amount: units }, { account: PROVIDER, amount: -units }];
  return { transferId, code: "tax_reversed", entries, detail: { remittanceId, reversalId: data.reversalId, month } };
}

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
