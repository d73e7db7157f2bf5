import { readPolicies } from "../../projections/policies.ts";
import { creatorsWithRoyalties } from "../../projections/royalties.ts";
import { taxMonths, taxTotals } from "../../projections/withheld_tax.ts";
import { readRemittances } from "../admin/tax/remit.ts";
import type { Policy } from "../contract/policy_rules.ts";
import { readBalances } from "../ledger/accounts.ts";
import { WITHHELD_TAX } from "../ledger/chart.ts";
import type { TransferPosted } from "../ledger/transfer.ts";
import type { Check } from "../store/chain/verify.ts";
import { shardOfLog } from "../store/log/event.ts";
import type { Problem } from "../store/log/problem.ts";
import { readStreams } from "../store/log/read.ts";
import type { Tx } from "../store/sql.ts";
import { type RoyaltyHoldEvent, royaltyHoldStream } from "./events.ts";
import { holdMoves, taxOf } from "./state.ts";
import { taxRateOf } from "./tax_rate.ts";

/**
 * The proof of withheld tax, in each shard: the liability is what was withheld less what was remitted, exactly. Looking at
 * all of it also computes the tax of every settlement again, by the rate of its month, and holds the transfers against it:
 * gross is net and withheld.
 */
export const taxCheck: Check = {
  name: "withheld tax",
  async check(tx, { logs, isFull }) {
    const problems: Problem[] = [];
    for (const { log } of logs.filter((stretch) => stretch.log.startsWith("ledger/"))) {
      const shard = shardOfLog(log);
      problems.push(...await wrongLiability(tx, shard));
      if (isFull) problems.push(...await wrongSettlements(tx, shard));
    }
    return problems;
  },
};

async function wrongLiability(tx: Tx, shard: number): Promise<Problem[]> {
  const { withheldUnits, listedUnits, remittedUnits } = await taxTotals(tx, shard);
  const has = (await readBalances(tx, shard, [WITHHELD_TAX])).get(WITHHELD_TAX) ?? 0;
  const where = `account ${WITHHELD_TAX} of shard ${shard}`;
  return [
    ...has !== withheldUnits - remittedUnits
      ? [{ where, what: `it has ${has}, and ${withheldUnits} were withheld and ${remittedUnits} remitted` }]
      : [],
    ...listedUnits !== withheldUnits
      ? [{ where, what: `its months list ${listedUnits}, and ${withheldUnits} were withheld` }]
      : [],
  ];
}

const AT_ONCE = 200;

/** Every settlement from the logs: its rate, its tax, and the money that moved. */
async function wrongSettlements(tx: Tx, shard: number): Promise<Problem[]> {
  const policies = await readPolicies(tx);
  const log = `ledger/${shard}` as const;
  const problems: Problem[] = [];
  let after: string | undefined;
  do {
    const creatorIds = await creatorsWithRoyalties(tx, shard, { after, limit: AT_ONCE });
    const streams = await readStreams<RoyaltyHoldEvent>(tx, log, creatorIds.map(royaltyHoldStream));
    const events = [...streams.values()].flat();
    const moves = events.flatMap((event) => holdMoves(event));
    const posted = await readStreams<TransferPosted>(
      tx,
      log,
      moves.map(({ transferId }) => `transfer/${transferId}`),
    );
    const entriesOf = (transferId: string) => posted.get(`transfer/${transferId}`)?.[0]?.data.entries ?? [];
    for (const event of events) {
      const what = wrongTax(event, policies) ?? wrongMoves(event, entriesOf);
      const { creatorId, month, fromShard } = event.data;
      const where = `royalties of ${creatorId} for ${month} from shard ${fromShard}, in shard ${shard}`;
      if (what) problems.push({ where, what });
    }
    after = creatorIds.length < AT_ONCE || problems.length > 0 ? undefined : creatorIds.at(-1);
  } while (after !== undefined);
  return problems;
}

function wrongTax({ type, data }: RoyaltyHoldEvent, policies: readonly Policy[]): string | undefined {
  if (type !== "RoyaltySettled" && type !== "RoyaltyGivenBack") return undefined;
  const { units, month, taxBasisPoints, withheldUnits = 0 } = data;
  // From before the tax: nothing was withheld.
  if (taxBasisPoints === undefined) {
    return withheldUnits === 0 ? undefined : `${withheldUnits} were withheld without a rate`;
  }
  const rate = taxRateOf(policies, month);
  if (taxBasisPoints !== rate) return `its tax is by ${taxBasisPoints}, and the rate of the month is ${rate}`;
  const tax = taxOf(units, rate);
  return tax === withheldUnits ? undefined : `${withheldUnits} of ${units} were withheld, and the tax is ${tax}`;
}

function wrongMoves(
  event: RoyaltyHoldEvent,
  entriesOf: (transferId: string) => TransferPosted["data"]["entries"],
): string | undefined {
  const wrong = holdMoves(event).find(({ transferId, entries }) => {
    const posted = new Map(entriesOf(transferId).map(({ account, amount }) => [account, amount]));
    return posted.size !== entries.length || entries.some(({ account, amount }) => posted.get(account) !== amount);
  });
  return wrong && `the transfer ${wrong.transferId} moved something else than ${event.type} says`;
}

/**
 * The proof that no shard booked a payment to the tax authority that two admins have not confirmed, and that these never
 * confirmed more than was withheld. Shards are not seen at one moment, so what was booked is read before it.
 */
export const taxRemittanceCheck: Check = {
  name: "remitted tax",
  isAcross: true,
  async check(tx) {
    const months = await taxMonths(tx);
    const confirmed = [...(await readRemittances(tx)).values()].filter(({ status }) => status === "confirmed");
    const partOf = (shard: number, month: string) =>
      confirmed.filter((one) => one.month === month).flatMap(({ parts }) => parts)
        .reduce((sum, [of, units]) => of === shard ? sum + units : sum, 0);
    const wrongMonths = months.flatMap(({ shard, month, withheldUnits, remittedUnits }) => {
      const where = `tax of ${month} in shard ${shard}`;
      const said = partOf(shard, month);
      return [
        ...remittedUnits > said ? [{ where, what: `${remittedUnits} are booked, and ${said} were confirmed` }] : [],
        ...said > withheldUnits ? [{ where, what: `${said} were confirmed of ${withheldUnits}` }] : [],
      ];
    });
    const wrongParts = confirmed.flatMap(({ remittanceId, units, parts, adminId, decidedBy }) => {
      const where = `remittance ${remittanceId}`;
      const sum = parts.reduce((all, [, part]) => all + part, 0);
      return [
        ...sum !== units ? [{ where, what: `its shards pay ${sum}, and it says ${units}` }] : [],
        ...adminId === decidedBy ? [{ where, what: `one admin recorded and confirmed it` }] : [],
      ];
    });
    return [...wrongMonths, ...wrongParts];
  },
};
