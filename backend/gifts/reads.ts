import { blockedBy } from "../../projections/social/comment_rules.ts";
import { findCreators } from "../../projections/catalogue/creators.ts";
import { giftPayouts } from "../../projections/gifts/gift_payouts.ts";
import type { GiftPart } from "../../projections/gifts/gift_queue.ts";
import { type GiftRow, giftsFrom, giftsTo, giftSums, isReleasedRoyalty } from "../../projections/gifts/gifts.ts";
import { type SettlingGift, settlingOf } from "../../projections/gifts/held_gifts.ts";
import { hiddenWords } from "../../projections/gifts/supporter_thanks.ts";
import { type TrackFacts, trackFacts } from "../../projections/catalogue/tracks.ts";
import { type WithdrawalRow, withdrawalsOf } from "../../projections/wallet/withdrawals.ts";
import { findShowable } from "../accounts/account/reads.ts";
import {
  type GiftPartShown,
  type GiftPayouts,
  type GiftsReceived,
  giftTier,
  type ReceivedGift,
  type SentGift,
} from "../contract/gifts.ts";
import { tokensOf, unitsOf } from "../contract/money.ts";
import type { Deps } from "../deps.ts";
import { wordFilterOf } from "../social/comment_rules/reads.ts";
import { thanksFor } from "./thanks/reads.ts";

/** The messages of gifts and the thanks for them in clear; what erased people wrote is missing. */
async function openWords(
  { personal, store: { sql } }: Pick<Deps, "personal" | "store">,
  rows: readonly GiftRow[],
  { withHidden }: { readonly withHidden: boolean },
): Promise<Map<string, { message?: string; thanks?: string }>> {
  const thanked = rows.flatMap(({ giftId, thanks }) => thanks === undefined ? [] : [giftId]);
  const [keys, toAll, hidden] = await Promise.all([
    personal.keysOf(sql, [...new Set(rows.flatMap((row) => [row.giverId, row.artistId]))]),
    thanksFor(sql, [...new Set(rows.map(({ artistId }) => artistId))]),
    withHidden ? new Set<string>() : hiddenWords(sql, thanked),
  ]);
  return new Map(rows.map((row) => {
    const { giftId, giverId, artistId, message } = row;
    const thanks = hidden.has(giftId) ? undefined : row.thanks;
    // A collaborator's part comes without the words, which are the owner's.
    const words = message === "" ? undefined : keys.get(giverId)?.open(`gift ${giftId}`, message);
    const answer = thanks === undefined ? undefined : keys.get(artistId)?.open(`thanks ${giftId}`, thanks);
    const all = row.status === "sent" && row.thanks === undefined && row.shareOf === undefined ? toAll(row) : undefined;
    const said = all && (withHidden || !all.isHidden) ? keys.get(artistId)?.open("post", all.content) : undefined;
    return [giftId, {
      ...(words !== undefined && { message: words }),
      ...(said !== undefined && { thanks: said }),
      ...(answer !== undefined && { thanks: answer }),
    }];
  }));
}

const PAGE = 200;

const ANONYMOUS = "Anonymous";

/** A checkout that was left is shown to its giver for a day: until then it may turn out to be paid. */
const UNPAID_SHOWN_MS = 24 * 3_600_000;

/**
 * What supporters gave an artist, with the sums of what was kept. Who has left takes name and words along, and of whom the
 * artist has blocked there is neither.
 */
export async function receivedGifts(deps: Deps, artistId: string): Promise<GiftsReceived> {
  const { sql } = deps.store;
  const [all, sums] = await Promise.all([giftsTo(sql, artistId, PAGE), giftSums(sql, artistId)]);
  const rows = all.filter((row) => !isReleasedRoyalty(row));
  const [blocked, givers, words, tracks, isFiltered] = await Promise.all([
    blockedBy(sql, artistId),
    findShowable(deps, [...new Set(rows.map((row) => row.giverId))]),
    openWords(deps, rows, { withHidden: true }),
    tracksOf(deps, rows),
    wordFilterOf(deps, artistId),
  ]);
  const { directGifts, trackGifts, directCents, trackCents, directUnits, trackUnits } = sums;
  return {
    gifts: rows.map((row): ReceivedGift => {
      const giver = blocked.has(row.giverId) ? undefined : givers.get(row.giverId);
      const shown = giftOf(row, { words, tracks });
      const message = giver ? shown.message : "";
      return {
        ...shown,
        message,
        ...(isFiltered(message) && { isFiltered: true }),
        ...(row.shareOf !== undefined && { isShare: true }),
        sender: { name: row.isNamed && giver ? giver.username : ANONYMOUS },
        status: row.status === "refunded" ? "refunded" : "sent",
      };
    }),
    stats: {
      ...{ totalGifts: directGifts + trackGifts, totalAmount: (directCents + trackCents) / 100 },
      ...{ directGifts, trackGifts, directAmount: directCents / 100, trackAmount: trackCents / 100 },
      naira: { total: tokensOf(directUnits + trackUnits), direct: tokensOf(directUnits), track: tokensOf(trackUnits) },
    },
  };
}

/** What someone gave, with what became of it. */
export async function sentGifts(deps: Deps, giverId: string): Promise<SentGift[]> {
  const { sql } = deps.store;
  const rows = await giftsFrom(sql, giverId, { limit: PAGE, unpaidFrom: deps.now() - UNPAID_SHOWN_MS });
  const [artists, words, tracks, settling] = await Promise.all([
    findCreators(sql, [...new Set(rows.map((row) => row.artistId))]),
    openWords(deps, rows, { withHidden: false }),
    tracksOf(deps, rows),
    settlingOf(sql, rows.flatMap(({ method, giftId }) => method === "tokens" ? [giftId] : [])),
  ]);
  return rows.map((row): SentGift => ({
    // All that was given: how it is divided is between the artists.
    ...giftOf({ ...row, cents: row.wholeCents, units: row.wholeUnits }, { words, tracks }),
    artistId: row.artistId,
    artist: artists.get(row.artistId)?.name ?? "",
    ...{ status: row.status, isNamed: row.isNamed },
    ...(row.status === "started" && row.reference !== undefined && { reference: row.reference }),
    ...settlingShown(settling.get(row.giftId)),
  }));
}

function settlingShown(settling: SettlingGift | undefined): Pick<SentGift, "settlesAt" | "isStopped"> {
  if (!settling) return {};
  const { until, stopped } = settling;
  return { settlesAt: new Date(until).toISOString(), ...(stopped && { isStopped: true }) };
}

async function tracksOf({ store: { sql } }: Deps, rows: readonly GiftRow[]): Promise<Map<string, TrackFacts>> {
  return await trackFacts(sql, [...new Set(rows.flatMap((row) => row.trackId ?? []))]);
}

interface GiftContext {
  readonly words: Awaited<ReturnType<typeof openWords>>;
  readonly tracks: ReadonlyMap<string, TrackFacts>;
}

/** What both sides see of a gift. */
function giftOf(row: GiftRow, { words, tracks }: GiftContext) {
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

const MOST_WITHDRAWALS = 5_000;

/** An artist's gifts, each with the payouts that it left with. */
export async function tracedGifts(deps: Deps, artistId: string): Promise<GiftPayouts> {
  const { sql } = deps.store;
  const [received, parts, rows] = await Promise.all([
    receivedGifts(deps, artistId),
    giftPayouts(sql, deps.shardOf(artistId), artistId),
    withdrawalsOf(sql, artistId, MOST_WITHDRAWALS),
  ]);
  const withdrawals = new Map(rows.map((row) => [row.withdrawalId, row]));
  addReturned(parts, received.gifts);
  const all = [...parts.values()].flat();
  const sumOf = (fits: (part: GiftPart) => boolean) =>
    tokensOf(all.filter(fits).reduce((sum, { units }) => sum + units, 0));
  const isPaid = (part: GiftPart) => part.to === "payout" && withdrawals.get(part.withdrawalId)?.status === "completed";
  return {
    gifts: received.gifts.map((gift) => ({
      ...gift,
      parts: (parts.get(gift.id) ?? []).map((part) => shown(part, withdrawals)),
    })),
    totals: {
      received: sumOf(() => true),
      paidOut: sumOf(isPaid),
      underWay: sumOf((part) => part.to === "payout" && !isPaid(part)),
      settling: sumOf(({ to }) => to === "settling"),
      inBalance: sumOf(({ to }) => to === "balance"),
      spent: sumOf(({ to }) => to === "spent"),
      givenBack: sumOf(({ to }) => to === "given_back"),
    },
  };
}

/** What went back, or paid for another gift that did, before it had settled: it never was in the balance. */
function addReturned(parts: Map<string, GiftPart[]>, gifts: readonly ReceivedGift[]): void {
  for (const { id, naira, status } of gifts) {
    // What a dispute held of a gift that went back went back with it.
    const known = (parts.get(id) ?? []).map((part): GiftPart =>
      status === "refunded" && part.to === "settling" ? { to: "given_back", units: part.units } : part
    );
    parts.set(id, known);
    const units = unitsOf(naira) - known.reduce((sum, part) => sum + part.units, 0);
    if (units > 0) parts.set(id, [...known, { to: status === "refunded" ? "given_back" : "spent", units }]);
  }
}

function shown(part: GiftPart, withdrawals: ReadonlyMap<string, WithdrawalRow>): GiftPartShown {
  const tokens = tokensOf(part.units);
  if (part.to === "settling") {
    const { until } = part;
    return { to: "settling", tokens, ...(until !== undefined && { date: new Date(until).toISOString() }) };
  }
  if (part.to !== "payout") return { to: part.to, tokens };
  const { withdrawalId } = part;
  const row = withdrawals.get(withdrawalId);
  if (!row) return { to: "payout", tokens, withdrawalId };
  const { status, reference, processedAt, requestedAt } = row;
  const date = new Date(processedAt ?? requestedAt).toISOString();
  return { to: "payout", tokens, withdrawalId, status, date, ...(reference !== undefined && { reference }) };
}
