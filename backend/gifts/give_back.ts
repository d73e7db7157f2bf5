import { type GiftRow, giftShares, isReleasedRoyalty } from "../../projections/gifts/gifts.ts";
import type { Deps } from "../deps.ts";
import type { Metadata } from "../store/log/event.ts";
import { giveBackBetween } from "./cross_shard/cross_shard.ts";
import { backUnitsOf, giftLogs, gifts, hasArtist, loadGifts, placesOf, refundAppends } from "./group.ts";
import { decideTokenRefund, type GiftPlaces } from "./state.ts";

/** What moves gifts between two people. */
export type Moving = Pick<Deps, "store" | "shardOf">;

/** An admin gives tokens back. */
export const refundTokens = gifts.handler("refundTokens", {
  id: (places: GiftPlaces) => places,
  beside: loadGifts,
  decide: (gift, places, { beside: group }) => decideTokenRefund(gift, backUnitsOf(group, places).artistUnits),
  appends: (events, places, { beside: group }) => refundAppends(group, places, events),
  result: ({ events }) => ({ changed: events.length > 0 }),
});

/** The parts of collaborators follow a gift of tokens that went back. Harmless twice. */
export async function giveSharesBack(deps: Moving, gift: GiftRow, metadata: Metadata): Promise<void> {
  if (gift.method !== "tokens" || gift.shareOf !== undefined) return;
  for (const share of await giftShares(deps.store.sql, gift.giftId)) {
    await takeReleasedBack(deps, share.giftId, metadata);
    await giveTokensBack(deps, share, metadata);
  }
}

/** What was held of a disputed share and has gone on comes back first, since the giver or their bank wants it. */
export async function takeReleasedBack(deps: Moving, giftId: string, metadata: Metadata): Promise<void> {
  for (const released of await giftShares(deps.store.sql, giftId)) {
    if (released.status === "sent" && released.method === "tokens") await giveTokensBack(deps, released, metadata);
  }
}

/** Gives the tokens of a gift, or of a part of one, back to its giver. Harmless twice. */
export async function giveTokensBack(deps: Moving, row: GiftRow, metadata: Metadata): Promise<void> {
  const places = placesOf(deps, { ...row, ...(isReleasedRoyalty(row) && { ofRoyalties: true }) });
  if (hasArtist(places)) await deps.store.execute(refundTokens, places, { logs: giftLogs(places), metadata });
  else await giveBackBetween(deps, places, { units: row.units, metadata });
}
