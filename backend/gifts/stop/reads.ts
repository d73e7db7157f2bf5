import { findCreators } from "../../../projections/creators.ts";
import { findGifts } from "../../../projections/gifts.ts";
import { stoppedGifts } from "../../../projections/held_gifts.ts";
import type { StoppedGifts } from "../../contract/gift_refunds.ts";
import { tokensOf } from "../../contract/money.ts";
import type { Deps } from "../../deps.ts";

const MOST = 200;

/** The stopped gifts that wait for an admin, those whose time ends first in front. */
export async function listStoppedGifts({ store: { sql }, now }: Pick<Deps, "store" | "now">): Promise<StoppedGifts> {
  const stopped = await stoppedGifts(sql, { now: now(), limit: MOST });
  const gifts = await findGifts(sql, stopped.map(({ giftId }) => giftId));
  const artists = await findCreators(sql, [...new Set(stopped.map(({ artistId }) => artistId))]);
  return {
    gifts: stopped.flatMap(({ giftId, artistId, until, stopped: how }) => {
      const gift = gifts.get(giftId);
      // The parts of collaborators follow their gift.
      if (!gift || gift.shareOf !== undefined || !how) return [];
      return [{
        ...{ giftId, tokens: tokensOf(gift.wholeUnits), giverId: gift.giverId },
        artist: { userId: artistId, name: artists.get(artistId)?.name ?? "" },
        ...{ givenAt: isoOf(gift.at), stoppedAt: isoOf(how.at), stoppedBy: how.by, endsAt: isoOf(until) },
      }];
    }),
  };
}

function isoOf(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
