import { giftShares, isReleasedRoyalty } from "../../projections/gifts/gifts.ts";
import { readPolicies } from "../../projections/admin/policies.ts";
import { creatorsWithRoyalties } from "../../projections/royalties/royalties.ts";
import { settledSplitDisputes } from "../../projections/catalogue/splits.ts";
import { netOfCreator, taxMonths, taxTotals } from "../../projections/royalties/withheld_tax.ts";
import { readRemittances, type SaidRemittance as Remittance } from "./tax/remit.ts";
import type { Policy } from "../contract/policy_rules.ts";
import { readBalances } from "../ledger/accounts.ts";
import { WITHHELD_TAX } from "../ledger/chart.ts";
import type { TransferPosted } from "../ledger/transfer.ts";
import type { Check } from "../store/chain/verify.ts";
import { shardOfLog } from "../store/log/event.ts";
import type { Problem } from "../store/log/problem.ts";
import { readStreams } from "../store/log/read.ts";
import type { Tx } from "../store/sql.ts";
import {
  type RoyaltyHoldEvent,
  royaltyHoldStream,
  type TaxRemittanceReversed,
  type TaxRemitted,
  taxRemittedStream,
} from "./events.ts";
import { holdMoves, taxOf } from "./state.ts";
import { taxRateOf } from "../../projections/admin/tax_rate.ts";

/**
 * The proof of withheld tax, in each shard: the liability is what was withheld less what was remitted, exactly. Looking at
 * all of it also computes the tax of every settlement again, by the rate of its month, and holds the transfers against it:
 * gross is net and withheld.
 */
export const taxCheck: Check = {
  name: "withheld tax",
  async check(tx, { logs, isFull, everyones }) {
    const problems: Problem[] = [];
    for (const { log } of logs.filter((stretch) => stretch.log.startsWith("ledger/"))) {
      const shard = shardOfLog(log);
      problems.push(...await wrongLiability(tx, shard));
      if (isFull) problems.push(...await wrongSettlements(tx, shard, await readPolicies(everyones)));
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
async function wrongSettlements(tx: Tx, shard: number, policies: readonly Policy[]): Promise<Problem[]> {
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
 * The proof that no shard booked a payment to the tax authority, or took one back, that two admins have not confirmed, and
 * that these never confirmed more than was withheld. Shards are not seen at one moment, so what was booked is read before
 * what it follows from, and what was booked back before what that lowers.
 */
export const taxRemittanceCheck: Check = {
  name: "remitted tax",
  isAcross: true,
  async check(tx) {
    const before = await bookedOf(tx, [...(await readRemittances(tx)).values()]);
    const months = await taxMonths(tx);
    const remittances = [...(await readRemittances(tx)).values()].filter(({ parts }) => parts.length > 0);
    const sumOf = (shard: number, month: string, list: readonly Remittance[]) =>
      list.filter((one) => one.month === month).flatMap(({ parts }) => parts)
        .reduce((sum, [of, units]) => of === shard ? sum + units : sum, 0);
    const standing = remittances.filter(({ status }) => status === "confirmed");
    const wrongMonths = months.flatMap(({ shard, month, withheldUnits, remittedUnits }) => {
      const where = `tax of ${month} in shard ${shard}`;
      const back = before.filter((one) => one.shard === shard && one.month === month)
        .reduce((sum, { backUnits }) => sum + backUnits, 0);
      const [most, said] = [sumOf(shard, month, remittances) - back, sumOf(shard, month, standing)];
      return [
        ...remittedUnits > most ? [{ where, what: `${remittedUnits} are booked, and ${most} were confirmed` }] : [],
        ...said > withheldUnits ? [{ where, what: `${said} were confirmed of ${withheldUnits}` }] : [],
      ];
    });
    return [
      ...wrongMonths,
      ...remittances.flatMap(wrongParts),
      ...before.flatMap((one) => wrongBooking(one, remittances)),
    ];
  },
};

/** What a shard booked of a remittance, and booked back, units. */
interface BookedPart {
  readonly shard: number;
  readonly remittanceId: string;
  readonly month: string;
  readonly thereUnits: number;
  readonly backUnits: number;
}

async function bookedOf(tx: Tx, remittances: readonly Remittance[]): Promise<BookedPart[]> {
  const parts = remittances.flatMap(({ parts, ...one }) => parts.map(([shard]) => ({ ...one, shard })));
  const booked: BookedPart[] = [];
  for (const [shard, here] of Map.groupBy(parts, (part) => part.shard)) {
    const names = here.map(({ remittanceId }) => taxRemittedStream(remittanceId));
    const streams = await readStreams<TaxRemitted | TaxRemittanceReversed>(tx, `ledger/${shard}`, names);
    booked.push(...here.map(({ remittanceId, month }) => {
      const events = streams.get(taxRemittedStream(remittanceId)) ?? [];
      const sum = (wanted: string) =>
        events.reduce((all, { type, data: { units } }) => type === wanted ? all + units : all, 0);
      const [thereUnits, backUnits] = [sum("TaxRemitted"), sum("TaxRemittanceReversed")];
      return { shard, remittanceId, month, thereUnits, backUnits };
    }));
  }
  return booked;
}

/** A part is booked as it was confirmed, and booked back whole and only where that was confirmed, too. */
function wrongBooking(booked: BookedPart, remittances: readonly Remittance[]): Problem[] {
  const { shard, remittanceId, thereUnits, backUnits } = booked;
  const known = remittances.find((one) => one.remittanceId === remittanceId);
  const said = known?.parts.find(([of]) => of === shard)?.[1] ?? 0;
  const where = `remittance ${remittanceId} in shard ${shard}`;
  return [
    ...thereUnits !== 0 && thereUnits !== said
      ? [{ where, what: `it booked ${thereUnits}, and ${said} were confirmed` }]
      : [],
    ...backUnits !== 0 && known?.status !== "reversed"
      ? [{ where, what: `it booked ${backUnits} back, and no reversal was confirmed` }]
      : [],
    ...backUnits !== 0 && backUnits !== thereUnits
      ? [{ where, what: `it booked ${backUnits} back of ${thereUnits}` }]
      : [],
  ];
}

function wrongParts({ remittanceId, units, parts, adminId, decidedBy, status, reversals }: Remittance): Problem[] {
  const where = `remittance ${remittanceId}`;
  const sum = parts.reduce((all, [, part]) => all + part, 0);
  const confirmed = reversals.filter((one) => one.status === "confirmed");
  const count = status === "reversed" ? 1 : 0;
  return [
    ...sum !== units ? [{ where, what: `its shards pay ${sum}, and it says ${units}` }] : [],
    ...adminId === decidedBy ? [{ where, what: `one admin recorded and confirmed it` }] : [],
    ...confirmed.length !== count ? [{ where, what: `${confirmed.length} reversals of it are confirmed` }] : [],
    ...confirmed.some((one) => one.adminId === one.decidedBy)
      ? [{ where, what: `one admin asked for its reversal and confirmed it` }]
      : [],
  ];
}

/**
 * The proof that no settled dispute let more royalties go than settled under it, net, and that each release is the two's.
 * What was let go is read first: it follows from what settled.
 */
export const releasedRoyaltiesCheck: Check = {
  name: "royalties of settled disputes",
  isAcross: true,
  async check(tx) {
    const problems: Problem[] = [];
    for (const { disputeId, creatorId, ownerId } of await settledSplitDisputes(tx)) {
      const gifts = (await giftShares(tx, disputeId)).filter(isReleasedRoyalty);
      const where = `dispute ${disputeId} of a share`;
      const released = gifts.reduce((sum, { keptUnits }) => sum + keptUnits, 0);
      const settled = await netOfCreator(tx, disputeId);
      if (released > settled) problems.push({ where, what: `${released} of royalties were let go of ${settled}` });
      const other = gifts.find(({ artistId }) => artistId !== creatorId && artistId !== ownerId);
      if (other) problems.push({ where, what: `royalties went to ${other.artistId}, who is none of the two` });
    }
    return problems;
  },
};
