import { WHOLE } from "../../contract/splits.ts";
import type { GiftDivided, GiftEvent, GiftShare, GiftTerms } from "../events.ts";
import type { Gift } from "../state.ts";

/** A part of a track's income; see `DatedShare` of the splits. */
interface Part {
  readonly creatorId: string;
  readonly basisPoints: number;
  readonly heldFor?: string;
}

interface Sum {
  readonly cents: number;
  readonly units: number;
}

/**
 * Divides a gift for a track among its collaborators: whole kobo, and what does not divide is the owner's. People do
 * not give to themselves, so the giver's own share is the owner's, too. Undefined where there is nothing to divide.
 */
export function divideGift(
  whole: Sum,
  parts: readonly Part[],
  { ownerId, giverId, idOf }: {
    readonly ownerId: string;
    readonly giverId: string;
    readonly idOf: (creatorId: string) => string;
  },
): { readonly own: Sum; readonly shares: readonly GiftShare[] } | undefined {
  const shares = parts
    .filter(({ creatorId, heldFor }) => creatorId !== ownerId && creatorId !== giverId && heldFor !== giverId)
    .map(({ creatorId, basisPoints, heldFor }): GiftShare => ({
      ...{ giftId: idOf(creatorId), creatorId, basisPoints },
      cents: Math.floor(whole.cents * basisPoints / WHOLE),
      units: Math.floor(whole.units * basisPoints / WHOLE),
      ...(heldFor !== undefined && { heldFor }),
    }))
    .filter(({ units }) => units > 0);
  if (shares.length === 0) return undefined;
  const rest = (of: (sum: Sum) => number) => of(whole) - shares.reduce((sum, share) => sum + of(share), 0);
  return { own: { cents: rest(({ cents }) => cents), units: rest(({ units }) => units) }, shares };
}

/**
 * Divides a sum that goes back by what each has of it: whole kobo that sum to it, none more than it has. What goes beyond
 * all of it falls on the first.
 */
export function apportion(sum: number, weights: readonly number[]): number[] {
  const all = weights.reduce((total, weight) => total + weight, 0);
  const divided = Math.min(sum, all);
  // Beyond what numbers hold exactly.
  const until = (weight: number) => all === 0 ? 0 : Number(BigInt(divided) * BigInt(weight) / BigInt(all));
  let before = 0;
  return weights.map((weight, index) => {
    const from = until(before);
    before += weight;
    return until(before) - from + (index === 0 ? sum - divided : 0);
  });
}

/** A collaborator's part of a gift, as a gift of its own. */
export function shareTerms(terms: GiftTerms, { giftId, creatorId, cents, units }: GiftShare): GiftTerms {
  // The words are the owner's, and so is who wrote them.
  return { ...terms, giftId, artistId: creatorId, cents, units, message: "", isNamed: false };
}

/** What is noted beside a gift that was divided. */
export function dividedOf(terms: GiftTerms, whole: Sum, shares: readonly GiftShare[]): GiftDivided {
  const { cents, units } = whole;
  return { type: "GiftDivided", data: { giftId: terms.giftId, cents, units, shares } };
}

/** A collaborator's part of tokens: it leaves with the gift. */
export function decideTokenShare(state: Gift | undefined, terms: GiftTerms, share: SharedOf): GiftEvent[] {
  if (state) return [];
  return [{ type: "GiftSent", data: { ...terms, method: "tokens", feesKobo: 0 } }, sharedOf(terms, share)];
}

/** A collaborator's part of a gift by card before it is noted: the checkout was that of the gift. */
export function waitingShare(terms: GiftTerms, { ofGiftId }: SharedOf): Gift {
  return { status: "started", terms, method: "card", isThanked: false, backUnits: 0, restored: 0, shareOf: ofGiftId };
}

/** Of which gift something is a share, and for whom it is held. */
export interface SharedOf {
  readonly ofGiftId: string;
  readonly heldFor?: string;
}

/** What is noted beside a share. */
export function sharedOf({ giftId, artistId }: GiftTerms, { ofGiftId, heldFor }: SharedOf): GiftEvent {
  return { type: "GiftShared", data: { giftId, artistId, ofGiftId, ...(heldFor !== undefined && { heldFor }) } };
}
