import { readPolicies } from "../../projections/admin/policies.ts";
import { royaltiesVoidedAbout, royaltyHoldsOf, youngRoyalties } from "../../projections/royalties/royalties.ts";
import { findUsers } from "../../projections/accounts/users.ts";
import { idInReference } from "../contract/payment_reference.ts";
import type { Deps } from "../deps.ts";
import { derivedId } from "../store/log/ids.ts";
import { readStream } from "../store/log/read.ts";
import { shardLogs } from "../store/log/shard.ts";
import { paymentOf, seatReference } from "../subscriptions/gift/events.ts";
import { premiumGiftStreams } from "../subscriptions/gift/give.ts";
import { divisionStream, type RoyaltiesDivided } from "./events.ts";
import { type Creator, loadRoyalties, royaltyAppends, royaltyHolds } from "./holding.ts";
import { netOf } from "./taken/state.ts";
import { returnTaken, type SettledPart, takeBack } from "./taken/take.ts";
import { taxRateOf } from "../../projections/admin/tax_rate.ts";
import {
  decideRoyaltyReturn,
  decideRoyaltyVoid,
  holdKey,
  partOfPayment,
  type RoyaltyHold,
  type Voiding,
} from "./state.ts";

type VoidDeps = Pick<Deps, "store" | "shardOf" | "now">;

type Changed = { units: number };

function idOf({ creatorId, month, fromShard, aboutId }: Omit<Voiding, "units" | "reason">, word: string): string {
  return derivedId(creatorId, `royalty ${month} ${fromShard} ${word} ${aboutId}`);
}

const voidRoyalty = royaltyHolds.handler("voidRoyalty", {
  id: (command: Creator & Voiding) => command,
  facts: readPolicies,
  beside: (tx, commands, scope) => loadRoyalties(tx, scope, commands),
  decide: (holds, { shard: _, ...voiding }) =>
    decideRoyaltyVoid(holds, { ...voiding, transferId: idOf(voiding, "voided") }),
  appends: (events, creator, { beside: group }) => royaltyAppends(group, creator, events),
  result: ({ events }): Changed => ({ units: unitsOf(events) }),
});

const returnRoyalty = royaltyHolds.handler("returnRoyalty", {
  id: (command: Creator & Omit<Voiding, "units" | "reason"> & { appealId: string }) => command,
  facts: readPolicies,
  beside: (tx, commands, scope) => loadRoyalties(tx, scope, commands),
  decide(holds, { shard: _, ...back }, { beside: { taxRateOf } }) {
    const tax = { basisPoints: taxRateOf(back.month), transferId: idOf(back, "returned tax") };
    return decideRoyaltyReturn(holds, { ...back, transferId: idOf(back, "returned"), tax });
  },
  appends: (events, creator, { beside: group }) => royaltyAppends(group, creator, events),
  result: ({ events }): Changed => ({ units: unitsOf(events) }),
});

function unitsOf(events: readonly { readonly data: { readonly units: number } }[]): number {
  return events.reduce((sum, { data }) => sum + data.units, 0);
}

/** Months of which something may still settle: each is sent within weeks of its end, and what young money brought waits. */
const OPEN_MONTHS = 24;

/**
 * Takes back what has not settled because an account was judged: the account's own royalties, and what it brought to
 * others as a listener. What settles in the same moment is the creator's. Doing it again changes nothing.
 */
export async function voidRoyalties(
  deps: VoidDeps,
  { userId, reason, by }: { readonly userId: string; readonly reason: string; readonly by: string },
): Promise<{ units: number }> {
  const brought = await broughtBy(deps, userId, (data, kobo) => kobo - takenBefore(data, kobo));
  return await voidAll(deps, [...await ownRoyalties(deps, userId), ...brought], { aboutId: userId, reason, by });
}

/**
 * Takes back what a payment for Premium brought and has not settled: its payer's bank disputes it, or has taken it back.
 * Doing it again changes nothing.
 */
export async function voidUnpaid(deps: VoidDeps, { payerId, reference }: PaidBy): Promise<void> {
  const reason = "The payment of a listener was disputed or went back";
  const brought: VoidedPart[] = [];
  for (const { listenerId, reference: own } of await listenersOf(deps, { payerId, reference })) {
    brought.push(
      ...await broughtBy(deps, listenerId, ({ data, hold }, kobo) => {
        // What was taken because of the listener is gone already.
        if ((hold.voided.get(listenerId) ?? 0) > 0) return 0;
        return partOfPayment(data, { reference: own, kobo });
      }),
    );
  }
  // Several people whom one payment is for are one part.
  const parts = [...Map.groupBy(brought, (one) => `${one.creatorId} ${holdKey(one)}`).values()].flatMap((list) => {
    const units = list.reduce((sum, one) => sum + one.units, 0);
    return list.slice(0, 1).map((one) => ({ ...one, units }));
  });
  await voidAll(deps, parts, { aboutId: idInReference(reference), reason, by: "system:royalties" });
}

/**
 * Takes back, net of tax, what a payment brought that had settled before the payer's bank took it. What artists no longer
 * have they owe only where they had most of it. Doing it again changes nothing.
 */
export async function takeSettled(deps: VoidDeps, { payerId, reference }: PaidBy): Promise<void> {
  const paymentId = idInReference(reference);
  const policies = await readPolicies(deps.store.sql);
  const parts = new Map<string, SettledPart>();
  let allUnits = 0;
  for (const { listenerId, reference: own } of await listenersOf(deps, { payerId, reference })) {
    const fromShard = deps.shardOf(listenerId);
    const divided = await readStream<RoyaltiesDivided>(
      ...[deps.store.sql, `ledger/${fromShard}`, divisionStream(listenerId)] as const,
    );
    for (const { data } of divided) {
      for (const [creatorId, lines] of Map.groupBy(data.lines, ([, creatorId]) => creatorId)) {
        const kobo = lines.reduce((sum, [, , , , one]) => sum + one, 0);
        const units = partOfPayment(data, { reference: own, kobo });
        if (units === 0) continue;
        allUnits += units;
        const holds = await royaltyHoldsOf(deps.store.sql, deps.shardOf(creatorId), creatorId);
        const hold = holds.get(holdKey({ month: data.month, fromShard }));
        const known = parts.get(creatorId) ?? { creatorId, netUnits: 0, ownUnits: 0 };
        const netUnits = netOf(settledOf(hold, { paymentId, listenerId, units }), taxRateOf(policies, data.month));
        parts.set(creatorId, { creatorId, netUnits: known.netUnits + netUnits, ownUnits: known.ownUnits + units });
      }
    }
  }
  await takeBack(deps, { paymentId, allUnits, parts: [...parts.values()] });
}

/** What of a part of a royalty has settled, or came back: nothing of what was voided before and stayed so. */
function settledOf(
  hold: RoyaltyHold | undefined,
  { paymentId, listenerId, units }: { paymentId: string; listenerId: string; units: number },
): number {
  if (!hold || [paymentId, listenerId].some((about) => (hold.voided.get(about) ?? 0) > 0)) return 0;
  const voided = [...hold.voided.values()].reduce((sum, one) => sum + one, 0);
  return Math.max(0, Math.min(units, hold.units - hold.left - voided));
}

/** Gives back what was voided or taken back because of a payment: it is Orin's after all. */
export async function returnUnpaid(
  deps: VoidDeps,
  { reference, at }: { reference: string; at: number },
): Promise<void> {
  const paymentId = idInReference(reference);
  await returnTaken(deps, paymentId);
  const answered = { userId: paymentId, appealId: paymentId, through: at, by: "system:royalties" };
  await giveBackRoyalties(deps, answered);
}

type VoidedPart = Pick<Voiding, "creatorId" | "month" | "fromShard" | "units">;

async function voidAll(
  deps: VoidDeps,
  parts: readonly VoidedPart[],
  { by, ...about }: Pick<Voiding, "aboutId" | "reason"> & { readonly by: string },
): Promise<Changed> {
  let units = 0;
  for (const part of parts.filter((one) => one.units > 0)) {
    const shard = deps.shardOf(part.creatorId);
    const options = { logs: shardLogs(shard), metadata: { actor: by } };
    units += (await deps.store.execute(voidRoyalty, { shard, ...part, ...about }, options)).result.units;
  }
  return { units };
}

/** What of a person's own royalties has not settled. */
async function ownRoyalties({ store, shardOf }: VoidDeps, creatorId: string): Promise<VoidedPart[]> {
  const holds = await royaltyHoldsOf(store.sql, shardOf(creatorId), creatorId);
  return [...holds.values()].filter(({ left }) => left > 0).map(({ month, fromShard, left }) => (
    { creatorId, month, fromShard, units: left }
  ));
}

interface Brought {
  readonly data: RoyaltiesDivided["data"];
  readonly hold: RoyaltyHold;
}

/** What of it, of all that a person brought to creators of whom something may still settle. */
async function broughtBy(
  { store, shardOf, now }: VoidDeps,
  listenerId: string,
  unitsOf: (brought: Brought, kobo: number) => number,
): Promise<VoidedPart[]> {
  const fromShard = shardOf(listenerId);
  const log = `ledger/${fromShard}` as const;
  const divided = (await readStream<RoyaltiesDivided>(store.sql, log, divisionStream(listenerId))).slice(-OPEN_MONTHS);
  const found: VoidedPart[] = [];
  for (const { data } of divided) {
    const { month, lines, payments } = data;
    const own = new Set(payments.map(([reference]) => idOfPayment(reference)));
    for (const [creatorId, brought] of Map.groupBy(lines, ([, creatorId]) => creatorId)) {
      const kobo = brought.reduce((sum, [, , , , one]) => sum + one, 0);
      if (kobo === 0) continue;
      const hold = (await royaltyHoldsOf(store.sql, shardOf(creatorId), creatorId)).get(holdKey({ month, fromShard }));
      if (!hold || hold.left === 0) continue;
      // What is left for the young money of others is not there for this listener.
      const young = await youngRoyalties(store.sql, { creatorIds: [creatorId], now: now() });
      const others = (young.get(creatorId) ?? []).filter((one) => (
        holdKey(one) === holdKey({ month, fromShard }) && !own.has(one.paymentId)
      )).reduce((sum, { units }) => sum + units, 0);
      const units = Math.min(unitsOf({ data, hold }, kobo), hold.left - others);
      found.push({ creatorId, month, fromShard, units });
    }
  }
  return found;
}

/** What was taken back of a listener's part because of the listener's payments. */
function takenBefore({ data, hold }: Brought, kobo: number): number {
  const taken = data.payments.filter(([reference]) => (hold.voided.get(idOfPayment(reference)) ?? 0) > 0);
  return taken.reduce((sum, [reference]) => sum + partOfPayment(data, { reference, kobo }), 0);
}

function idOfPayment(reference: string): string {
  return idInReference(paymentOf(reference).reference);
}

interface PaidBy {
  readonly payerId: string;
  readonly reference: string;
}

/** Who has the months of a payment, each under which reference. */
async function listenersOf({ store, shardOf }: VoidDeps, { payerId, reference }: PaidBy) {
  const place = { shard: shardOf(payerId), reference };
  const gift = (await premiumGiftStreams.states(store.sql, [place]))(place);
  if (!gift) return [{ listenerId: payerId, reference }];
  return [...gift.seats].flatMap(([seat, { claimerId }]) =>
    claimerId === undefined ? [] : [{ listenerId: claimerId, reference: seatReference(reference, seat) }]
  );
}

/**
 * Gives creators back what was voided because of an account, up to a moment (epoch ms): an appeal was granted. Nothing
 * comes back to people who were erased. Doing it again changes nothing.
 */
export async function giveBackRoyalties(
  deps: VoidDeps,
  { userId, appealId, through, by }: {
    readonly userId: string;
    readonly appealId: string;
    readonly through: number;
    readonly by: string;
  },
): Promise<void> {
  const voided = (await royaltiesVoidedAbout(deps.store.sql, userId)).filter(({ at }) => at <= through);
  const known = await findUsers(deps.store.sql, [...new Set(voided.map(({ creatorId }) => creatorId))]);
  for (const { shard, creatorId, month, fromShard } of voided) {
    if (!known.has(creatorId)) continue;
    const command = { shard, creatorId, month, fromShard, aboutId: userId, appealId };
    await deps.store.execute(returnRoyalty, command, { logs: shardLogs(shard), metadata: { actor: by } });
  }
}
