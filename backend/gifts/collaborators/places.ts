import type { GiftRow } from "../../../projections/gifts/gifts.ts";
import type { Deps } from "../../deps.ts";
import { type GiftDivided, type GiftEvent, giftStream, type GiftTerms } from "../events.ts";
import { placesOf } from "../group.ts";
import type { GiftPlaces } from "../state.ts";
import { type SharedOf, shareTerms } from "./state.ts";

/** A collaborator's part of a gift: where its money is, and what it is. */
export type PlacedShare = GiftPlaces & SharedOf & { readonly terms: GiftTerms };

/** The parts of a gift, in the owner's order. */
export function placedShares(
  deps: Pick<Deps, "shardOf">,
  { terms, method }: { terms: GiftTerms; method: "card" | "tokens" },
  { shares }: GiftDivided["data"],
): PlacedShare[] {
  return shares.map((share): PlacedShare => {
    const own = shareTerms(terms, share);
    const { heldFor } = share;
    return {
      ...placesOf(deps, { ...own, method }),
      ofGiftId: terms.giftId,
      terms: own,
      ...(heldFor !== undefined && { heldFor }),
    };
  });
}

/** The parts of a gift that was given; none where its track has one owner. */
export async function sharesOfGift(
  deps: Pick<Deps, "store" | "shardOf">,
  row: Pick<GiftRow, "giftId" | "giverId" | "artistId" | "method">,
): Promise<PlacedShare[]> {
  const { shard } = placesOf(deps, row);
  const events = await deps.store.readStream<GiftEvent>(`ledger/${shard}`, giftStream(row.giftId));
  const begun = events.find(({ type }) => type === "GiftPaymentStarted" || type === "GiftSent");
  const divided = events.find(({ type }) => type === "GiftDivided");
  if (divided?.type !== "GiftDivided" || !begun || !("giverId" in begun.data)) return [];
  return placedShares(deps, { terms: termsIn(begun.data), method: row.method }, divided.data);
}

/** Only the terms: what was paid and how is another thing. */
function termsIn(data: GiftTerms): GiftTerms {
  const { giftId, giverId, artistId, trackId, cents, units, koboPerDollar, policyVersion, message, isNamed } = data;
  const gift = { giftId, giverId, artistId, cents, units, koboPerDollar, policyVersion, message, isNamed };
  return trackId === undefined ? gift : { ...gift, trackId };
}
