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
import type { Pass } from "../ledger/pass.ts";
import { type GroupDebts, loadDebts, payDebts } from "../wallet/debt/debts.ts";
import { type GiftEvent, giftStream } from "./events.ts";
import type { HoldEvent } from "./settlement/events.ts";
import { type Artist, type GroupHolds, holdAppends, loadHeldGifts } from "./settlement/holding.ts";
import { decideTaking } from "./settlement/state.ts";
import { evolveGift, type Gift, type GiftPlaces, movesOf, settlesFirst } from "./state.ts";

/** Gifts, where their facts are. */
export const gifts = streamsOf<GiftPlaces, Gift | undefined, GiftEvent>({
  log: ({ shard }) => `ledger/${shard}`,
  stream: ({ giftId }) => giftStream(giftId),
  initial: undefined,
  evolve: evolveGift,
});

export interface GroupGifts extends GroupHolds {
  readonly gifts: Streams<GiftPlaces, Gift | undefined, GiftEvent>;
  readonly debts: GroupDebts;
  readonly disputes: ChargeDisputes;
}

/** The one log of a gift's facts. */
export function giftLogs({ shard }: Pick<GiftPlaces, "shard">): LogName[] {
  return [`ledger/${shard}`];
}

/** Loads what commands about gifts share. Where only the giver is in a gift's shard, nothing of the artist's. */
export async function loadGifts(tx: Tx, commands: readonly GiftPlaces[], scope: GroupScope): Promise<GroupGifts> {
  const here = commands.filter(hasArtist);
  for (const { shard, giverId, giverShard, artistShard } of commands) {
    const clearing = clearingAccount(giverShard, artistShard);
    const giver = shard === giverShard ? [availableAccount(giverId), settlingAccount(giverId), clearing] : [];
    await loadBalances(tx, scope, { shard, accounts: [...giver, PROVIDER, FEES, GIFT_CLAIMS] });
  }
  for (const { shard, artistId, giverShard } of here) {
    const artist = [availableAccount(artistId), disputedAccount(artistId), clearingAccount(shard, giverShard)];
    await loadBalances(tx, scope, { shard, accounts: artist });
  }
  const holds = await loadHeldGifts(tx, scope, here.map(artistOfGift));
  const people = here.map(({ artistId, artistShard }) => ({ shard: artistShard, userId: artistId }));
  return {
    ...holds,
    gifts: await gifts.load(tx, scope, commands),
    debts: await loadDebts(tx, scope, people),
    disputes: await disputes.load(tx, scope, here.map(chargeOfGift)),
  };
}

/** Whether the artist's money is in the shard of the gift's facts. */
export function hasArtist({ shard, artistShard }: GiftPlaces): boolean {
  return shard === artistShard;
}

/** The facts, the money that they move, and what the artist owes and can pay now. */
export function appendsOf(
  group: GroupGifts,
  places: GiftPlaces,
  { events, held = [], heldUnits = 0, reservedUnits = 0, pass }: {
    events: readonly GiftEvent[];
    /** Of the gate, for tokens that leave their giver. */
    pass?: Pass;
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
  // What another shard has to do follows there.
  const transfers = moves.filter(({ shard }) => shard === places.shard).map(({ shard, word, code, entries }) => {
    const transferId = derivedId(giftId, `${word}${again}`);
    return balances.post(`ledger/${shard}`, { transferId, code, detail: { giftId }, entries }, pass);
  });
  const paid = hasArtist(places) && !settlesFirst(places) && events.some(({ type }) => type === "GiftSent")
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
export function chargeOfGift({ shard, giftId: paymentId }: GiftPlaces): ChargePlace {
  return { shard, paymentId };
}

/** What pays for units of a gift that go back. */
export function takingOf(group: GroupGifts, places: GiftPlaces, units: number) {
  const { artistId, giftId } = places;
  const { reservedUnits } = group.disputes.of(chargeOfGift(places));
  const availableUnits = group.balances.of(availableAccount(artistId));
  return decideTaking(group.holds.of(artistOfGift(places)), { artistId, giftId, units, reservedUnits, availableUnits });
}

/** What of a whole gift the artist can pay back, and what disputes have taken of it before. */
export function backUnitsOf(group: GroupGifts, places: GiftPlaces): { artistUnits: number; lostUnits: number } {
  const { heldUnits, reservedUnits, availableUnits } = takingOfWhole(group, places);
  const { lostUnits } = group.disputes.of(chargeOfGift(places));
  return { artistUnits: heldUnits + reservedUnits + availableUnits, lostUnits };
}

/** Appends a gift that goes back, if it does: what settles of it pays first, then what its disputes reserved. */
export function refundAppends(group: GroupGifts, places: GiftPlaces, events: readonly GiftEvent[]): Append[] {
  if (!events.some(({ type }) => type === "GiftRefunded")) return appendsOf(group, places, { events });
  const { held, heldUnits, reservedUnits } = takingOfWhole(group, places);
  return appendsOf(group, places, { events, held, heldUnits, reservedUnits });
}

function takingOfWhole(group: GroupGifts, places: GiftPlaces) {
  const { lostUnits } = group.disputes.of(chargeOfGift(places));
  return takingOf(group, places, Math.max(0, (group.gifts.of(places)?.terms.units ?? 0) - lostUnits));
}

/** Where the two people of a gift have their money, and where its facts are. */
export function placesOf(
  deps: Pick<Deps, "shardOf">,
  { giftId, giverId, artistId, method, ofRoyalties, hasSettled }:
    & Pick<GiftPlaces, "giftId" | "giverId" | "artistId" | "ofRoyalties" | "hasSettled">
    & {
      readonly method: "card" | "tokens";
    },
): GiftPlaces {
  const [giverShard, artistShard] = [deps.shardOf(giverId), deps.shardOf(artistId)];
  const shard = method === "card" ? artistShard : giverShard;
  const places = { shard, giftId, giverId, giverShard, artistId, artistShard };
  return { ...places, ...(ofRoyalties && { ofRoyalties }), ...(hasSettled && { hasSettled }) };
}
