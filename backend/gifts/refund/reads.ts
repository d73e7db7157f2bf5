import { findCreators } from "../../../projections/creators.ts";
import { waitingRefunds } from "../../../projections/gift_refunds.ts";
import { findGifts } from "../../../projections/gifts.ts";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import { isOfSide, readIndependence, sideOf } from "../../admin/team/reads.ts";
import type { GiftRefundList } from "../../contract/gift_refunds.ts";
import { tokensOf } from "../../contract/money.ts";
import type { Deps } from "../../deps.ts";
import { peopleOf } from "./refund.ts";

const MOST = 200;

/** The refunds that wait for an admin on another side, the oldest first, as `adminId` sees them. */
export async function listGiftRefunds(deps: Deps, adminId: string): Promise<GiftRefundList> {
  const { sql } = deps.store;
  const rows = await waitingRefunds(sql, MOST);
  const [gifts, admins, areTwo, side] = await Promise.all([
    findGifts(sql, rows.map(({ giftId }) => giftId)),
    openPersonsOf(deps, [...new Set(rows.map((row) => row.adminId))]),
    readIndependence(sql, deps.now()),
    sideOf(sql, adminId),
  ]);
  const artists = await findCreators(sql, [...new Set([...gifts.values()].map(({ artistId }) => artistId))]);
  const refunds = await Promise.all(rows.map(async ({ giftId, proposalId, proposedAt, units, adminId: by }) => {
    const gift = gifts.get(giftId);
    if (!gift) return [];
    const { method, giverId, artistId, at } = gift;
    return {
      ...{ giftId, proposalId, proposedAt: new Date(proposedAt).toISOString() },
      by: admins.get(by)?.firstName ?? "A former admin",
      mayConfirm: areTwo(by, adminId) && !await isOfSide(sql, { side, userIds: await peopleOf(sql, gift) }),
      ...{ givenAt: new Date(at).toISOString(), tokens: tokensOf(units), method, giverId },
      artist: { userId: artistId, name: artists.get(artistId)?.name ?? "" },
    };
  }));
  return { refunds: refunds.flat() };
}
