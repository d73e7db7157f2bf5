import { blockedBy } from "../../projections/social/comment_rules.ts";
import { findComments } from "../../projections/social/comments.ts";
import { findGifts } from "../../projections/gifts/gifts.ts";
import {
  type NoticeContent,
  type NoticeText,
  OWN_NOTICES,
  type OwnContent,
  subjectIdsOf,
} from "../../projections/notifications/notice_table.ts";
import type { DetailFacts } from "../../projections/notifications/notice_words.ts";
import { royaltyMonths } from "../../projections/royalties/royalties.ts";
import { trackFactsAsOf } from "../../projections/catalogue/tracks.ts";
import { unitsOfWithdrawals } from "../../projections/wallet/withdrawals.ts";
import { findShowable } from "../accounts/account/reads.ts";
import { lagosDay } from "../contract/policy.ts";
import type { Deps } from "../deps.ts";
import type { AsOf } from "../store/projections/kept_reads.ts";

/** A notification of the list, before it has its words. */
interface Row {
  readonly at: number;
  readonly telling: NoticeContent;
}

/** Words of the list, and what they have in common with others: those of one day with the same key can be shown as one. */
export type ListWords = NoticeText & { readonly alike?: string };

/**
 * What the list says, which only its reader sees: who, what and how much. Pushes and mails keep the plain words. People
 * are named where the screens behind it name them, too. What has no words stays without.
 */
export function inDetail(
  rows: readonly Row[],
  { words, known }: { readonly words: readonly (NoticeText | undefined)[]; readonly known: DetailFacts },
): (ListWords | undefined)[] {
  return rows.map(({ telling, at }, index) => {
    const plain = words[index];
    if (!plain || !("place" in telling)) return plain;
    const detail = OWN_NOTICES[telling.what].detail?.(telling, known, plain.body);
    return { ...plain, ...detail, ...alikeOf(telling, plain, at) };
  });
}

/** Reads what a list says in detail. */
export async function lookUp(
  deps: Pick<Deps, "store" | "personal" | "shardOf">,
  userId: string,
  { tellings, asOf }: { readonly tellings: readonly NoticeContent[]; readonly asOf: AsOf },
): Promise<DetailFacts> {
  const { sql } = deps.store;
  const own = tellings.filter((one): one is OwnContent => "place" in one && !!OWN_NOTICES[one.what].detail);
  const about = (of: Parameters<typeof subjectIdsOf>[1]) => subjectIdsOf(own, of);
  const [months, giftIds, commentIds] = [about("month"), about("gift"), about("comment")];
  const namesPeople = giftIds.length > 0 || commentIds.length > 0;
  const [gifts, comments, withdrawals, blocked, royalties] = await Promise.all([
    findGifts(sql, giftIds),
    commentIds.length === 0 ? new Map() : findComments(sql, commentIds),
    unitsOfWithdrawals(sql, about("withdrawal")),
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
    trackFactsAsOf(asOf, sql, [...about("song"), ...[...gifts.values()].flatMap(({ trackId }) => trackId ?? [])]),
  ]);
  return { gifts, comments, withdrawals, royalties, people, tracks };
}

function alikeOf(telling: OwnContent, { tag }: NoticeText, at: number): Pick<ListWords, "alike"> {
  const { alike } = OWN_NOTICES[telling.what];
  return alike === undefined ? {} : { alike: `${alike === "tag" ? tag : telling.what} ${lagosDay(at)}` };
}
