import { blockedBy } from "../../projections/social/comment_rules.ts";
import { findComments } from "../../projections/social/comments.ts";
import { findGifts, type GiftRow } from "../../projections/gifts/gifts.ts";
import { royaltyMonths } from "../../projections/royalties/royalties.ts";
import { trackFactsAsOf } from "../../projections/catalogue/tracks.ts";
import { unitsOfWithdrawals } from "../../projections/wallet/withdrawals.ts";
import { findShowable } from "../accounts/account/reads.ts";
import { longMonth } from "../contract/long_day.ts";
import { formatDollars, formatNaira, formatTokensWithNaira } from "../contract/money.ts";
import { lagosDay } from "../contract/policy.ts";
import type { Deps } from "../deps.ts";
import type { AsOf } from "../store/projections/kept_reads.ts";
import type { Words } from "./notices.ts";
import type { NoticeContent } from "./words.ts";

/** A notification of the list, before it has its words. */
interface Row {
  readonly at: number;
  readonly telling: NoticeContent;
}

/** Words of the list, and what they have in common with others: those of one day with the same key can be shown as one. */
export type ListWords = Words & { readonly alike?: string };

/**
 * What the list says, which only its reader sees: who, what and how much. Pushes and mails keep the plain words. People
 * are named where the screens behind it name them, too. What has no words stays without.
 */
export function inDetail(
  rows: readonly Row[],
  { words, known }: { readonly words: readonly (Words | undefined)[]; readonly known: DetailFacts },
): (ListWords | undefined)[] {
  return rows.map(({ telling, at }, index) => {
    const plain = words[index];
    return plain && { ...plain, ...detailOf(telling, plain, known), ...alikeOf(telling, plain, at) };
  });
}

type Own = Extract<NoticeContent, { place: string }>;
type DetailFacts = Awaited<ReturnType<typeof lookUp>>;

/** Reads what a list says in detail. */
export async function lookUp(
  deps: Pick<Deps, "store" | "personal" | "shardOf">,
  userId: string,
  { tellings, asOf }: { readonly tellings: readonly NoticeContent[]; readonly asOf: AsOf },
) {
  const { sql } = deps.store;
  const own = tellings.filter((one): one is Own => "place" in one);
  const about = (pattern: RegExp) => own.flatMap(({ what, subjectId }) => pattern.test(what) ? [subjectId] : []);
  const months = about(/^royalty_received$/);
  const [giftIds, commentIds] = [about(/^gift_(received|shared)$/), about(/^comment_on_/)];
  const namesPeople = giftIds.length > 0 || commentIds.length > 0;
  const [gifts, comments, withdrawals, blocked, royalties] = await Promise.all([
    findGifts(sql, giftIds),
    commentIds.length === 0 ? new Map() : findComments(sql, commentIds),
    unitsOfWithdrawals(sql, about(/^withdrawal_/)),
    namesPeople ? blockedBy(sql, userId) : new Set<string>(),
    months.length === 0 ? [] : royaltyMonths(sql, { shard: deps.shardOf(userId), creatorId: userId }, {
      from: months.reduce((one, two) => one < two ? one : two),
      to: months.reduce((one, two) => one > two ? one : two),
    }),
  ]);
  const named = [...gifts.values()].flatMap(({ giverId, isNamed }) => isNamed ? [giverId] : []);
  const authors = [...comments.values()].map(({ authorId }) => authorId);
  const shown = [...new Set([...named, ...authors])].filter((id) => !blocked.has(id));
  const [people, tracks] = await Promise.all([
    shown.length === 0 ? new Map() : findShowable(deps, shown),
    trackFactsAsOf(asOf, sql, [...about(SONGS), ...[...gifts.values()].flatMap(({ trackId }) => trackId ?? [])]),
  ]);
  return { gifts, comments, withdrawals, royalties, people, tracks };
}

/** Those whose subject is a song. */
const SONGS = /^(split|song)_/;

function detailOf(telling: NoticeContent, { body }: Words, known: DetailFacts): Partial<Pick<Words, "title" | "body">> {
  if (!("place" in telling)) return {};
  const { what, subjectId, place } = telling;
  const gift = known.gifts.get(subjectId);
  if (what === "gift_received" && gift) return giftWords(gift, known);
  if (what === "gift_shared" && gift) return { body: `Your share${songOf(gift, known)}: ${formatNaira(gift.units)}` };
  if (what === "comment_on_song" || what === "comment_on_artist") {
    const author = known.people.get(known.comments.get(subjectId)?.authorId ?? "");
    return author
      ? {
        title: `${author.username} commented`,
        body: place.startsWith("artist/") ? "On your page" : body.replace(/^Someone wrote about/, "On"),
      }
      : {};
  }
  if (what === "royalty_received") {
    const month = known.royalties.find((one) => one.month === subjectId);
    const sum = month && formatNaira(month.kobo - month.voidedKobo);
    return sum === undefined ? {} : { body: `${sum} from Premium listeners in ${longMonth(subjectId)}, before tax` };
  }
  const units = known.withdrawals.get(subjectId);
  if (units !== undefined) return { body: `${formatTokensWithNaira(units)}. ${body}` };
  const song = SONGS.test(what) ? known.tracks.get(subjectId)?.title : undefined;
  return song === undefined ? {} : { body: `“${song}”. ${body}` };
}

function giftWords(gift: GiftRow, known: DetailFacts): Pick<Words, "title" | "body"> {
  const name = gift.isNamed ? known.people.get(gift.giverId)?.username : undefined;
  const sum = `${formatDollars(gift.cents / 100)} (${formatNaira(gift.units)})${songOf(gift, known)}`;
  return {
    title: `${name ?? "A listener"} gave you a gift`,
    body: gift.status === "refunded" ? `${sum}. It was returned` : sum,
  };
}

function songOf({ trackId }: GiftRow, { tracks }: DetailFacts): string {
  const title = tracks.get(trackId ?? "")?.title;
  return title === undefined ? "" : ` for “${title}”`;
}

/** Gifts, and comments on one thing, of a Lagos day. */
function alikeOf({ what }: NoticeContent, { tag }: Words, at: number): Pick<ListWords, "alike"> {
  if (what === "gift_received" || what === "gift_shared") return { alike: `${what} ${lagosDay(at)}` };
  return what === "comment_on_song" || what === "comment_on_artist" ? { alike: `${tag} ${lagosDay(at)}` } : {};
}
