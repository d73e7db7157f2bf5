import { findComments } from "../../projections/social/comments.ts";
import {
  type NoticeContent,
  type NoticeText,
  noticeText,
  type OwnContent,
  subjectIdsOf,
} from "../../projections/notifications/notice_table.ts";
import type { NoticeFacts } from "../../projections/notifications/notice_words.ts";
import { findPosts, type PostRow, wordsStopped } from "../../projections/social/posts.ts";
import { findGifts } from "../../projections/gifts/gifts.ts";
import { findReleases } from "../../projections/catalogue/releases.ts";
import { findThanks, hiddenWords } from "../../projections/gifts/supporter_thanks.ts";
import { trackFactsAsOf } from "../../projections/catalogue/tracks.ts";
import { findUsers } from "../../projections/accounts/users.ts";
import { Everyones } from "../catalogue/everyones.ts";
import type { Deps } from "../deps.ts";
import type { AsOf } from "../store/projections/kept_reads.ts";
import type { Sql } from "../store/sql.ts";

/** Of everything that can be told: undefined where it is gone since, such as a deleted comment. */
export async function noticeWords(
  deps: Pick<Deps, "store" | "kept">,
  tellings: readonly NoticeContent[],
  asOf?: AsOf,
): Promise<(NoticeText | undefined)[]> {
  const facts = await subjectsOf(new Everyones(deps.store.sql, asOf ?? await deps.kept.now()), tellings);
  return tellings.map((one) => noticeText(one, facts));
}

/** What these are about, the names of it from memory. */
async function subjectsOf(catalogue: Everyones, tellings: readonly NoticeContent[]): Promise<NoticeFacts> {
  const { sql } = catalogue;
  const own = tellings.filter((one): one is OwnContent => "place" in one);
  const released = tellings.flatMap((one) => one.what === "release" ? [one] : []);
  const albums = released.flatMap(({ releaseId }) => releaseId ?? []);
  const commentIds = subjectIdsOf(own, "comment");
  const [posts, thanks, releases, comments] = await Promise.all([
    postsIn(sql, tellings),
    thanksIn(sql, tellings, own),
    findReleases(sql, [...subjectIdsOf(own, "release"), ...albums]),
    commentIds.length === 0 ? new Map() : findComments(sql, commentIds),
  ]);
  const placed = (kind: string) => own.flatMap(({ place }) => place.startsWith(`${kind}/`) ? [idOf(place)] : []);
  const heard = [...released, ...posts.values()].flatMap(({ trackId }) => trackId ?? []);
  const wrote = [...posts.values(), ...thanks.values()].map(({ artistId }) => artistId);
  const makers = [...released.map((one) => one.creatorId), ...wrote];
  const ofAlbums = [...subjectIdsOf(own, "release"), ...albums].flatMap((id) => releases.get(id)?.trackIds ?? []);
  const trackIds = [...placed("track"), ...heard, ...subjectIdsOf(own, "feature"), ...ofAlbums];
  const [tracks, artists, authors] = await Promise.all([
    trackFactsAsOf(catalogue.asOf, sql, trackIds),
    catalogue.creators([...new Set([...placed("artist"), ...makers])]),
    findUsers(sql, [...new Set([...comments.values()].map(({ authorId }) => authorId))]),
  ]);
  return { posts, thanks, releases, comments, tracks, artists, authors };
}

async function postsIn(sql: Sql, tellings: readonly NoticeContent[]): Promise<Map<string, PostRow>> {
  return await findPosts(sql, tellings.flatMap((one) => one.what === "post" ? [one.postId] : []));
}

/** Whose thank-yous they are, by id, without those that should no longer be read. */
async function thanksIn(
  sql: Sql,
  tellings: readonly NoticeContent[],
  own: readonly OwnContent[],
): Promise<Map<string, { artistId: string }>> {
  const [toAll, gifts] = await Promise.all([
    findThanks(sql, tellings.flatMap((one) => one.what === "thanks" ? [one.thanksId] : [])),
    findGifts(sql, subjectIdsOf(own, "thanks")),
  ]);
  const pairs = [...gifts.values()].map(({ giverId: userId, artistId }) => ({ userId, artistId }));
  const [hidden, stopped] = await Promise.all([hiddenWords(sql, [...gifts.keys()]), wordsStopped(sql, pairs)]);
  return new Map<string, { artistId: string }>([
    ...[...toAll].filter(([, { isHidden }]) => !isHidden),
    ...[...gifts].filter(([id, { giverId, artistId }]) => !hidden.has(id) && !stopped.has(`${giverId}/${artistId}`)),
  ]);
}

function idOf(place: string): string {
  return place.split("/")[1] ?? "";
}
