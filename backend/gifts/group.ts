import { loadBalances } from "../ledger/accounts.ts";
import {
  availableAccount,
  clearingAccount,
  disputedAccount,
  FEES,
  GIFT_CLAIMS,
  PROVIDER,
  settlingAccount,
} from "../ledger/chart.ts";
import type { Deps } from "../deps.ts";
import { type ChargeDisputes, type ChargePlace, disputes } from "../payments/disputes/disputes.ts";
import type { GroupScope } from "../store/log/command.ts";
import type { Append, LogName } from "../store/log/event.ts";
import { derivedId } from "../store/log/ids.ts";
import type { Tx } from "../store/sql.ts";
import { type Streams, streamsOf } from "../store/streams.ts";
import { type GroupDebts, loadDebts, payDebts } from "../wallet/debt/debts.ts";
import { type GiftEvent, giftStream } from "./events.ts";
import type { HoldEvent } from "./hold/events.ts";
import { type Artist, type GroupHolds, holdAppends, loadHeldGifts } from "./hold/holding.ts";
import { decideTaking } from "./hold/state.ts";
import { evolveGift, type Gift, type GiftPlaces, movesOf } from "./state.ts";

const gifts = streamsOf<GiftPlaces, Gift | undefined, GiftEvent>({
  log: ({ giverShard }) => `ledger/${giverShard}`,
  stream: ({ giftId }) => giftStream(giftId),
  initial: undefined,
  evolve: evolveGift,
});

export interface GroupGifts extends GroupHolds {
  readonly gifts: Streams<GiftPlaces, Gift | undefined, GiftEvent>;
  readonly debts: GroupDebts;
  readonly disputes: ChargeDisputes;
}

/** The ledger's logs that a gift moves money in; the giver's, which keeps the answer, first. */
export function giftLogs({ giverShard, artistShard }: GiftPlaces): LogName[] {
  return [...new Set([giverShard, artistShard])].map((shard) => `ledger/${shard}` as const);
}

/** Loads what commands about gifts share. */
export async function loadGifts(tx: Tx, commands: readonly GiftPlaces[], scope: GroupScope): Promise<GroupGifts> {
  for (const { giverId, giverShard, artistId, artistShard } of commands) {
    const clearing = clearingAccount(giverShard, artistShard);
    const giver = [availableAccount(giverId), settlingAccount(giverId), PROVIDER, FEES, GIFT_CLAIMS, clearing];
    const artist = [availableAccount(artistId), disputedAccount(artistId), clearingAccount(artistShard, giverShard)];
    await loadBalances(tx, scope, { shard: giverShard, accounts: giver });
    await loadBalances(tx, scope, { shard: artistShard, accounts: artist });
  }
  const holds = await loadHeldGifts(tx, scope, commands.map(artistOfGift));
  const people = commands.map(({ artistId, artistShard }) => ({ shard: artistShard, userId: artistId }));
  return {
    ...holds,
    gifts: await gifts.load(tx, scope, commands),
    debts: await loadDebts(tx, scope, people),
    disputes: await disputes.load(tx, scope, commands.map(chargeOfGift)),
  };
}

/** The facts, the money that they move, and what the artist owes and can pay now. */
export function appendsOf(
  group: GroupGifts,
  places: GiftPlaces,
  { events, held = [], heldUnits = 0, reservedUnits = 0 }: {
    events: readonly GiftEvent[];
    held?: readonly HoldEvent[];
    heldUnits?: number;
    reservedUnits?: number;
  },
): Append[] {
  const { gifts, balances } = group;
  const { giftId, artistId, artistShard } = places;
  const before = gifts.of(places);
  const moves = events.flatMap((event) => movesOf(places, event, { before, heldUnits, reservedUnits }));
  const again = before?.restored ? ` ${before.restored}` : "";
  const transfers = moves.map(({ shard, word, code, entries }) => {
    const transferId = derivedId(giftId, `${word}${again}`);
    return balances.post(`ledger/${shard}`, { transferId, code, detail: { giftId }, entries });
  });
  const paid = events.some(({ type }) => type === "GiftSent")
    ? payDebts(group.debts, { shard: artistShard, userId: artistId })
    : [];
  return [
    ...gifts.add(places, events),
    ...transfers,
    ...holdAppends(group, artistOfGift(places), held),
    ...reserveTaken(group, places, reservedUnits),
    ...paid,
  ];
}

/** Whose held gifts a gift is one of. */
export function artistOfGift({ artistId, artistShard }: GiftPlaces): Artist {
  return { shard: artistShard, artistId };
}

/** Notes that the reserve of a gift's disputes paid for what went back. */
export function reserveTaken({ disputes }: GroupGifts, places: GiftPlaces, units: number): Append[] {
  if (units === 0) return [];
  const { giftId: paymentId } = places;
  return disputes.add(chargeOfGift(places), [{ type: "DisputeReserveTaken", data: { paymentId, units } }]);
}

/** The gift's charge. */
export function chargeOfGift({ giverShard: shard, giftId: paymentId }: GiftPlaces): ChargePlace {
  return { shard, paymentId };
}

/** What pays for units of a gift that go back. */
export function takingOf(group: GroupGifts, places: GiftPlaces, units: number) {
  const { artistId, giftId } = places;
  const { reservedUnits } = group.disputes.of(chargeOfGift(places));
  const availableUnits = group.balances.of(availableAccount(artistId));
  return decideTaking(group.holds.of(artistOfGift(places)), { artistId, giftId, units, reservedUnits, availableUnits });
}

/** Appends a gift that goes back, if it does: what settles of it pays first, then what its disputes reserved. */
export function refundAppends(
  group: GroupGifts,
  places: GiftPlaces,
  decide: (met: { artistUnits: number; lostUnits: number }) => readonly GiftEvent[],
): Append[] {
  const { lostUnits } = group.disputes.of(chargeOfGift(places));
  const units = Math.max(0, (group.gifts.of(places)?.terms.units ?? 0) - lostUnits);
  const { held, heldUnits, reservedUnits, availableUnits } = takingOf(group, places, units);
  const events = decide({ artistUnits: heldUnits + reservedUnits + availableUnits, lostUnits });
  if (!events.some(({ type }) => type === "GiftRefunded")) return appendsOf(group, places, { events });
  return appendsOf(group, places, { events, held, heldUnits, reservedUnits });
}

/** Where the two people of a gift have their money. */
export function placesOf(
  deps: Pick<Deps, "shardOf">,
  { giftId, giverId, artistId }: { giftId: string; giverId: string; artistId: string },
): GiftPlaces {
  return { giftId, giverId, giverShard: deps.shardOf(giverId), artistId, artistShard: deps.shardOf(artistId) };
}
