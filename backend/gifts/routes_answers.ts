import { findShowable } from "../accounts/commands_shown.ts";
import { giftTier } from "../contract/gift_tiers.ts";
import type { GiftsReceived, ReceivedGift, SentGift } from "../contract/gifts.ts";
import type { Deps } from "../deps.ts";
import { findCreators } from "../../projections/creators.ts";
import { type GiftRow, giftsFrom, giftsTo, giftSums } from "../../projections/gifts.ts";
import { type TrackFacts, trackFacts } from "../../projections/tracks.ts";
import { openWords } from "./commands_words.ts";

const PAGE = 200;
const ANONYMOUS = "Anonymous";
/** A checkout that was left is shown to its giver for a day: until then it may turn out to be paid. */
const UNPAID_SHOWN_MS = 24 * 3_600_000;

/** What supporters gave an artist, with the sums of what was kept. Who has left takes name and words along. */
export async function receivedGifts(deps: Deps, artistId: string): Promise<GiftsReceived> {
  const { sql } = deps.store;
  const [rows, sums] = await Promise.all([giftsTo(sql, artistId, PAGE), giftSums(sql, artistId)]);
  const [givers, words, tracks] = await Promise.all([
    findShowable(deps, [...new Set(rows.map((row) => row.giverId))]),
    openWords(deps, rows),
    tracksOf(deps, rows),
  ]);
  const { directGifts, trackGifts, directCents, trackCents } = sums;
  return {
    gifts: rows.map((row): ReceivedGift => {
      const giver = givers.get(row.giverId);
      return {
        ...giftOf(row, { words, tracks }),
        ...(giver ? {} : { message: "" }),
        sender: { name: row.isNamed && giver ? giver.username : ANONYMOUS },
        status: row.status === "refunded" ? "refunded" : "sent",
      };
    }),
    stats: {
      ...{ totalGifts: directGifts + trackGifts, totalAmount: (directCents + trackCents) / 100 },
      ...{ directGifts, trackGifts, directAmount: directCents / 100, trackAmount: trackCents / 100 },
    },
  };
}

/** What someone gave, with what became of it. */
export async function sentGifts(deps: Deps, giverId: string): Promise<SentGift[]> {
  const { sql } = deps.store;
  const rows = await giftsFrom(sql, giverId, { limit: PAGE, unpaidFrom: deps.now() - UNPAID_SHOWN_MS });
  const [artists, words, tracks] = await Promise.all([
    findCreators(sql, [...new Set(rows.map((row) => row.artistId))]),
    openWords(deps, rows),
    tracksOf(deps, rows),
  ]);
  return rows.map((row): SentGift => ({
    ...giftOf(row, { words, tracks }),
    artistId: row.artistId,
    artist: artists.get(row.artistId)?.name ?? "",
    ...{ status: row.status, isNamed: row.isNamed },
    ...(row.status === "started" && row.reference !== undefined && { reference: row.reference }),
  }));
}

async function tracksOf({ store: { sql } }: Deps, rows: readonly GiftRow[]): Promise<Map<string, TrackFacts>> {
  return await trackFacts(sql, [...new Set(rows.flatMap((row) => row.trackId ?? []))]);
}

interface Around {
  readonly words: Awaited<ReturnType<typeof openWords>>;
  readonly tracks: ReadonlyMap<string, TrackFacts>;
}

/** What both sides see of a gift. */
function giftOf(row: GiftRow, { words, tracks }: Around) {
  const { message = "", thanks } = words.get(row.giftId) ?? {};
  const dollars = row.cents / 100;
  return {
    ...{ id: row.giftId, amount: dollars, naira: row.units / 100, tier: giftTier(dollars), method: row.method },
    date: new Date(row.at).toISOString(),
    message,
    ...(row.trackId && { track: { _id: row.trackId, title: tracks.get(row.trackId)?.title ?? "Removed track" } }),
    ...(thanks !== undefined && { thanks }),
  };
}
