import { availableAccount } from "../ledger/chart.ts";
import type { Code } from "../ledger/codes.ts";
import { type DisputeFound, hasOpen, lostUnitsOf, openUnits, stepsOf } from "../payments/disputes/disputes.ts";
import type { DisputeEvent } from "../payments/disputes/events.ts";
import type { CommandHandler } from "../store/log/command.ts";
import type { Append } from "../store/log/event.ts";
import { derivedId } from "../store/log/ids.ts";
import { payDebts } from "../wallet/debt/debts.ts";
import {
  appendsOf,
  artistOfGift,
  backUnitsOf,
  chargeOfGift,
  type GroupGifts,
  loadGifts,
  refundAppends,
  reserveTaken,
  takingOf,
} from "./group.ts";
import { holdAppends } from "./settlement/holding.ts";
import { decideFreezing } from "./settlement/state.ts";
import {
  decideCardGift,
  decideReturn,
  type GiftPlaces,
  keptUnits,
  lossMoves,
  type Move,
  releaseEntries,
  reserveEntries,
  returnMoves,
} from "./state.ts";

type GiftDispute = GiftPlaces & DisputeFound & { readonly reference: string };

/**
 * The payer's bank disputes a gift by card. What of it settles is frozen, the rest is reserved out of what the artist has
 * and owed beyond that. A dispute that is lost takes the gift back, one that is won gives the reserve back; one that is won
 * after it was lost gives the artist what the provider gave back.
 */
export const noteGiftDispute: CommandHandler<GiftDispute, GroupGifts, { changed: boolean }> = {
  name: "noteGiftDispute",
  load: loadGifts,
  decide(group, command) {
    const gift = group.gifts.of(command);
    // Of a payment that Orin has not seen arrive nothing can be taken: the look-up is made again.
    const steps = gift && gift.status !== "started" ? stepsOf(group.disputes.of(chargeOfGift(command)), command) : [];
    const appends = steps.flatMap((step): Append[] => {
      switch (step) {
        case "open":
          return opened(group, command, steps.includes("won"));
        case "remind":
          return note(group, command, { type: "DisputeReminded", data: { ...aboutOf(command), ...dueOf(command) } });
        case "won":
          return ended(group, command, { outcome: "won", lostUnits: 0, owedUnits: 0 });
        case "lost":
          return lost(group, command);
        case "returned":
          return returned(group, command);
      }
    });
    return { appends, result: { changed: appends.length > 0 } };
  },
};

function opened(group: GroupGifts, command: GiftDispute, isOver: boolean): Append[] {
  const { artistId, giftId, giverId: payerId, reference, providerId, category, amountKobo } = command;
  const state = group.disputes.of(chargeOfGift(command));
  const others = openUnits(state, command.disputeId);
  const units = isOver ? 0 : Math.min(amountKobo, Math.max(0, leftOf(group, command) - others));
  const held = group.holds.of(artistOfGift(command)).get(giftId)?.units ?? 0;
  const reservedUnits = Math.max(0, others + units - held - state.reservedUnits);
  const taken = Math.min(reservedUnits, Math.max(0, group.balances.of(availableAccount(artistId))));
  const owed = reservedUnits - taken;
  return [
    ...note(group, command, {
      type: "DisputeOpened",
      data: {
        ...aboutOf(command),
        ...{ providerId, reference, purpose: "gift", payerId, artistId, amountKobo, units, reservedUnits },
        ...{ owedUnits: owed, category, ...dueOf(command) },
      },
    }),
    ...post(group, command, { code: "gift_disputed", entries: reserveEntries(artistId, { taken, owed }) }),
    ...freeze(group, command, units > 0),
  ];
}

/** What of the gift the artist still has by the books. */
function leftOf({ gifts, disputes }: GroupGifts, command: GiftDispute): number {
  return keptUnits(gifts.of(command), disputes.of(chargeOfGift(command)).lostUnits);
}

function returned(group: GroupGifts, command: GiftDispute): Append[] {
  const { disputeId, artistShard, artistId } = command;
  const state = group.disputes.of(chargeOfGift(command));
  const units = lostUnitsOf(state, disputeId);
  const events = decideReturn(group.gifts.of(command), { units, lostUnits: state.lostUnits });
  return [
    ...note(group, command, { type: "DisputeLossReturned", data: { ...aboutOf(command), units } }),
    ...appendsOf(group, command, { events }),
    ...units > 0 ? returnMoves(command, units).flatMap((move) => post(group, command, move)) : [],
    ...units > 0 ? payDebts(group.debts, { shard: artistShard, userId: artistId }) : [],
  ];
}

function lost(group: GroupGifts, command: GiftDispute): Append[] {
  const left = leftOf(group, command);
  const units = Math.min(command.amountKobo, left);
  if (units > 0 && units === left && group.gifts.of(command)?.status === "sent") {
    const news = { news: "reversed", feesKobo: 0, reference: command.reference };
    const events = decideCardGift(group.gifts.of(command), news, backUnitsOf(group, command));
    const back = refundAppends(group, command, events);
    return [...back, ...ended(group, command, { outcome: "lost", lostUnits: units, owedUnits: 0 })];
  }
  const { held, heldUnits, reservedUnits, availableUnits } = takingOf(group, command, units);
  const owedUnits = units - heldUnits - reservedUnits - availableUnits;
  const moves = lossMoves(command, { heldUnits, reservedUnits, availableUnits, owedUnits });
  return [
    ...moves.flatMap((move) => post(group, command, move)),
    ...appendsOf(group, command, { events: [], held }),
    ...reserveTaken(group, command, reservedUnits),
    ...ended(group, command, { outcome: "lost", lostUnits: units, owedUnits }),
  ];
}

/** What other disputes of the gift do not need is the artist's again, who pays first what they owe. */
function ended(
  group: GroupGifts,
  command: GiftDispute,
  result: { readonly outcome: "won" | "lost"; readonly lostUnits: number; readonly owedUnits: number },
): Append[] {
  const { artistId, giftId, artistShard, disputeId } = command;
  const state = group.disputes.of(chargeOfGift(command));
  const held = group.holds.of(artistOfGift(command)).get(giftId)?.units ?? 0;
  const needed = Math.max(0, openUnits(state, disputeId) - held);
  const releasedUnits = Math.max(0, state.reservedUnits - needed);
  const entries = releasedUnits > 0 ? releaseEntries(artistId, releasedUnits) : [];
  return [
    ...note(group, command, { type: "DisputeResolved", data: { ...aboutOf(command), ...result, releasedUnits } }),
    ...post(group, command, { code: "gift_dispute_ended", entries }),
    ...hasOpen(state, disputeId) ? [] : freeze(group, command, false),
    ...releasedUnits > 0 ? payDebts(group.debts, { shard: artistShard, userId: artistId }) : [],
  ];
}

function freeze(group: GroupGifts, command: GiftDispute, isDisputed: boolean): Append[] {
  const artist = artistOfGift(command);
  const { artistId, giftId } = command;
  return holdAppends(group, artist, decideFreezing(group.holds.of(artist), { artistId, giftId, isDisputed }));
}

function note({ disputes }: GroupGifts, command: GiftDispute, event: DisputeEvent): Append[] {
  return disputes.add(chargeOfGift(command), [event]);
}

/** Posts in the artist's shard unless the move names one; each in a transfer of its own. */
function post(
  { balances, disputes }: GroupGifts,
  command: GiftDispute,
  { code, entries, shard = command.artistShard, word = code }:
    & Pick<Move, "entries">
    & Partial<Pick<Move, "shard" | "word">>
    & { readonly code: Code },
): Append[] {
  if (entries.length === 0) return [];
  const { giftId } = command;
  const transferId = derivedId(giftId, `${word} ${disputes.version(chargeOfGift(command))}`);
  return [balances.post(`ledger/${shard}`, { transferId, code, entries, detail: { giftId } })];
}

function aboutOf({ disputeId, giftId }: GiftDispute) {
  return { disputeId, paymentId: giftId };
}

function dueOf({ dueAt }: GiftDispute) {
  return dueAt === undefined ? {} : { dueAt };
}
