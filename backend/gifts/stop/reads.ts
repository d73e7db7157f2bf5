import { findCreators } from "../../../projections/catalogue/creators.ts";
import { findGifts } from "../../../projections/gifts/gifts.ts";
import { stoppedGifts } from "../../../projections/gifts/held_gifts.ts";
import { waitingAbout } from "../../../projections/admin/proposals.ts";
import type { StoppedGifts } from "../../contract/gift_refunds.ts";
import { isoTime } from "../../contract/iso_time.ts";
import { tokensOf } from "../../contract/money.ts";
import type { Deps } from "../../deps.ts";
import { GIFT_LET_GO } from "../settlement/events.ts";

const MOST = 200;

/** The stopped gifts that wait for an admin, those whose time ends first in front. */
export async function listStoppedGifts({ store: { sql }, now }: Pick<Deps, "store" | "now">): Promise<StoppedGifts> {
  const stopped = await stoppedGifts(sql, { now: now(), limit: MOST });
  const giftIds = stopped.map(({ giftId }) => giftId);
  const gifts = await findGifts(sql, giftIds);
  const waiting = await waitingAbout(sql, { kind: GIFT_LET_GO, subjects: giftIds, now: now() });
  const artists = await findCreators(sql, [...new Set(stopped.map(({ artistId }) => artistId))]);
  return {
    gifts: stopped.flatMap(({ giftId, artistId, until, stopped: how }) => {
      const gift = gifts.get(giftId);
      // The parts of collaborators follow their gift.
      if (!gift || gift.shareOf !== undefined || !how) return [];
      return [{
        ...{ giftId, tokens: tokensOf(gift.wholeUnits), giverId: gift.giverId },
        artist: { userId: artistId, name: artists.get(artistId)?.name ?? "" },
        ...{ givenAt: isoTime(gift.at), stoppedAt: isoTime(how.at), stoppedBy: how.by, endsAt: isoTime(until) },
        ...(waiting.has(giftId) && { isWaiting: true as const }),
      }];
    }),
  };
}
