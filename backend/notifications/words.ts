import { findComments } from "../../projections/social/comments.ts";
import type { NoticeWhat } from "../../projections/notifications/notices.ts";
import { findPosts, type PostRow, wordsStopped } from "../../projections/social/posts.ts";
import { findGifts } from "../../projections/gifts/gifts.ts";
import { findReleases, type ReleaseRow } from "../../projections/catalogue/releases.ts";
import { findThanks, hiddenWords } from "../../projections/gifts/supporter_thanks.ts";
import { trackFactsAsOf } from "../../projections/catalogue/tracks.ts";
import { findUsers } from "../../projections/accounts/users.ts";
import { Everyones } from "../catalogue/everyones.ts";
import { lagosDay } from "../contract/policy.ts";
import type { Deps } from "../deps.ts";
import type { AsOf } from "../store/projections/kept_reads.ts";
import type { Sql } from "../store/sql.ts";
import { NOTICES, type Words } from "./notices.ts";

/** Something that a notification is about; no names of people in it. */
export type NoticeContent =
  | { readonly what: NoticeWhat; readonly subjectId: string; readonly place: string }
  | {
    readonly what: "release";
    readonly creatorId: string;
    readonly trackId: string;
    /** Of several songs that came out together. */
    readonly releaseId?: string;
    readonly songs: number;
    readonly at: number;
  }
  | { readonly what: "post"; readonly creatorId: string; readonly postId: string }
  | { readonly what: "thanks"; readonly creatorId: string; readonly thanksId: string }
  | { readonly what: "streak"; readonly days: number; readonly day: string };

/** Of everything that can be told: undefined where it is gone since, such as a deleted comment. */
export async function noticeWords(
  deps: Pick<Deps, "store" | "kept">,
  tellings: readonly NoticeContent[],
  asOf?: AsOf,
): Promise<(Words | undefined)[]> {
  const { posts, thanks, releases, comments, tracks, artists, authors } = await subjectsOf(
    new Everyones(deps.store.sql, asOf ?? await deps.kept.now()),
    tellings,
  );
  return tellings.map((one): Words | undefined => {
    if (one.what === "release") return newsOf(one, { tracks, artists, releases });
    if (one.what === "post") {
      const post = posts.get(one.postId);
      return postWords(post, { artist: artists.get(one.creatorId)?.name, track: tracks.get(post?.trackId ?? "") });
    }
    if (one.what === "thanks" || one.what === "gift_thanked") {
      const id = one.what === "thanks" ? one.thanksId : one.subjectId;
      return thanksWords(one.what, { id, ...thanks.get(id) }, artists.get(thanks.get(id)?.artistId ?? "")?.name);
    }
    if (one.what === "streak") return streakWords(one);
    if (one.what.startsWith("comment_")) {
      const comment = comments.get(one.subjectId);
      const author = comment && authors.get(comment.authorId);
      if (!author || author.closing) return undefined;
      if (comment.isHeld) return comment.waitsFor === undefined || one.what === "comment_reply" ? undefined : WAITS;
      const song = tracks.get(idOf(one.place));
      // Only its artist sees the name of a hidden song.
      const isNamed = song?.published || one.what === "comment_on_song";
      return commentWords(one, { song: isNamed ? song?.title : undefined, threadId: comment.threadId });
    }
    if (one.what === "release_out" || one.what === "release_stalled") {
      const release = releases.get(one.subjectId);
      const isHeard = release?.trackIds.some((trackId) => tracks.get(trackId)?.published);
      return release && (isHeard || one.what === "release_stalled") ? releaseWords(one.what, release) : undefined;
    }
    if (one.what === "feature_asked" || one.what === "feature_accepted") {
      const track = tracks.get(one.subjectId);
      return track && featureWords(one.what, { trackId: one.subjectId, ...track });
    }
    const words = NOTICES[one.what].words?.(one.subjectId);
    return words && { ...words, tag: `${one.what}-${one.subjectId}` };
  });
}

/** What these are about, the names of it from memory. */
async function subjectsOf(catalogue: Everyones, tellings: readonly NoticeContent[]) {
  const { sql } = catalogue;
  const own = tellings.flatMap((one) => "place" in one ? [one] : []);
  const released = tellings.flatMap((one) => one.what === "release" ? [one] : []);
  const about = (kind: string) => own.filter(({ what }) => what.startsWith(kind)).map(({ subjectId }) => subjectId);
  const albums = released.flatMap(({ releaseId }) => releaseId ?? []);
  const commentIds = about("comment_");
  const [posts, thanks, releases, comments] = await Promise.all([
    postsIn(sql, tellings),
    thanksIn(sql, tellings),
    findReleases(sql, [...about("release_"), ...albums]),
    commentIds.length === 0 ? new Map() : findComments(sql, commentIds),
  ]);
  const placed = (kind: string) => own.flatMap(({ place }) => place.startsWith(`${kind}/`) ? [idOf(place)] : []);
  const heard = [...released, ...posts.values()].flatMap(({ trackId }) => trackId ?? []);
  const wrote = [...posts.values(), ...thanks.values()].map(({ artistId }) => artistId);
  const makers = [...released.map((one) => one.creatorId), ...wrote];
  const ofAlbums = [...about("release_out"), ...albums].flatMap((id) => releases.get(id)?.trackIds ?? []);
  const trackIds = [...placed("track"), ...heard, ...about("feature_"), ...ofAlbums];
  const [tracks, artists, authors] = await Promise.all([
    trackFactsAsOf(catalogue.asOf, sql, trackIds),
    catalogue.creators([...new Set([...placed("artist"), ...makers])]),
    findUsers(sql, [...new Set([...comments.values()].map(({ authorId }) => authorId))]),
  ]);
  return { posts, thanks, releases, comments, tracks, artists, authors };
}

function streakWords({ days, day }: { readonly days: number; readonly day: string }): Words {
  const body = "Hear a song today to make it one more. If not, nothing is lost.";
  return { title: `${days} days in a row`, body, path: "/songs", tag: `streak-${day}` };
}

async function postsIn(sql: Sql, tellings: readonly NoticeContent[]): Promise<Map<string, PostRow>> {
  return await findPosts(sql, tellings.flatMap((one) => one.what === "post" ? [one.postId] : []));
}

/** Whose thank-yous they are, by id, without those that should no longer be read. */
async function thanksIn(sql: Sql, tellings: readonly NoticeContent[]): Promise<Map<string, { artistId: string }>> {
  const [toAll, gifts] = await Promise.all([
    findThanks(sql, tellings.flatMap((one) => one.what === "thanks" ? [one.thanksId] : [])),
    findGifts(sql, tellings.flatMap((one) => one.what === "gift_thanked" ? [one.subjectId] : [])),
  ]);
  const pairs = [...gifts.values()].map(({ giverId: userId, artistId }) => ({ userId, artistId }));
  const [hidden, stopped] = await Promise.all([hiddenWords(sql, [...gifts.keys()]), wordsStopped(sql, pairs)]);
  return new Map<string, { artistId: string }>([
    ...[...toAll].filter(([, { isHidden }]) => !isHidden),
    ...[...gifts].filter(([id, { giverId, artistId }]) => !hidden.has(id) && !stopped.has(`${giverId}/${artistId}`)),
  ]);
}

/** Thanks for one gift are told although its artist has no page. */
function thanksWords(
  what: "thanks" | "gift_thanked",
  { id, artistId }: { readonly id: string; readonly artistId?: string },
  artist: string | undefined,
): Words | undefined {
  if (artistId === undefined || what === "thanks" && artist === undefined) return undefined;
  const title = artist === undefined ? "The artist says thank you" : `${artist} says thank you`;
  return {
    title: what === "thanks" ? title : "The artist says thank you",
    body: what === "thanks" ? "For your gift" : "They wrote to you about your gift",
    path: "/gifts",
    tag: what === "thanks" ? `thanks-${id}` : `gift_thanked-${id}`,
    ...(artist !== undefined && { thanks: { id, artistId, artist } }),
  };
}

/** Nothing where it is deleted or hidden, or its artist is out of sight. */
function postWords(
  post: PostRow | undefined,
  { artist, track }: { artist: string | undefined; track: { published: boolean; title: string } | undefined },
): Words | undefined {
  if (!post || post.isHidden || artist === undefined) return undefined;
  const { postId, artistId } = post;
  return {
    title: `${artist} wrote to you`,
    body: track?.published ? `With “${track.title}”` : "A post to everyone who follows",
    path: `/artists/${artistId}#posts`,
    tag: `post-${postId}`,
    post: { postId, artistId, artist },
  };
}

function commentWords(
  { what, place }: { what: NoticeContent["what"]; place: string },
  { song, threadId }: { song: string | undefined; threadId: string | undefined },
): Words {
  const [kind] = place.split("/");
  const where = kind === "artist" ? "your page" : `“${song ?? "your song"}”`;
  const path = kind === "artist" ? `/artists/${idOf(place)}` : `/track/${idOf(place)}`;
  const tag = `comment-${idOf(place)}`;
  return what === "comment_reply"
    ? {
      title: "A reply to your comment",
      body: song === undefined ? "Someone replied to you" : `On “${song}”`,
      // The screen opens the fold with the reply.
      path: `${path}#${threadId === undefined ? "comments" : `thread-${threadId}`}`,
      tag,
    }
    : { title: "A new comment", body: `Someone wrote about ${where}`, path, tag };
}

/** The artist decides whether others see it. */
const WAITS: Words = {
  title: "A comment waits for you",
  body: "See it before others do",
  path: "/comment-rules",
  tag: "comment-waits",
};

interface ReleaseContext {
  readonly tracks: ReadonlyMap<
    string,
    { readonly published: boolean; readonly title: string; readonly artist: string }
  >;
  readonly artists: ReadonlyMap<string, { readonly name: string }>;
  readonly releases: ReadonlyMap<string, ReleaseRow>;
}

/** What followers are told of a song, of an artist's songs of a day, or of a release of several. */
function newsOf(
  { creatorId, trackId, releaseId, songs, at }: Extract<NoticeContent, { what: "release" }>,
  { tracks, artists, releases }: ReleaseContext,
): Words | undefined {
  const artist = artists.get(creatorId)?.name;
  if (releaseId !== undefined) {
    const release = releases.get(releaseId);
    const out = release?.trackIds.filter((one) => tracks.get(one)?.published).length ?? 0;
    return release && albumWords(release, { songs: out, artist });
  }
  const track = tracks.get(trackId);
  if (!track?.published) return undefined;
  const name = artist ?? track.artist;
  const tag = `release-${creatorId}-${lagosDay(at)}`;
  return songs > 1
    ? { title: `New music from ${name}`, body: `${songs} new songs`, path: `/artists/${creatorId}`, tag }
    : { title: `New from ${name}`, body: `“${track.title}”`, path: `/track/${trackId}`, tag };
}

/** One for all songs of a release; nothing where it was withdrawn, or all of them are hidden. */
function albumWords(
  { releaseId, kind, title, artist: known, status }: ReleaseRow,
  { songs, artist = known }: { readonly songs: number; readonly artist: string | undefined },
): Words | undefined {
  if (status !== "published" || songs === 0) return undefined;
  return {
    title: `New ${KINDS[kind]} from ${artist}`,
    body: `“${title}”, ${songs === 1 ? "one song" : `${songs} songs`}`,
    path: `/release/${releaseId}`,
    tag: `release-${releaseId}`,
  };
}

const KINDS: Readonly<Record<ReleaseRow["kind"], string>> = { single: "single", ep: "EP", album: "album" };

const STALLED: Readonly<Record<string, string>> = {
  failed: "A song could not be processed. It comes out as soon as you have replaced or deleted it",
  held: "We are looking at a song first. It comes out after that",
  processing: "A song is still being processed. It comes out as soon as that is done",
};

function releaseWords(what: "release_out" | "release_stalled", release: ReleaseRow): Words | undefined {
  const { releaseId, ownerId, title, artist, status, stalled = "", publishedAt = 0, trackIds } = release;
  if (what === "release_stalled") {
    const body = STALLED[stalled] ?? "Something is missing. See what it is";
    // What came out since is no news of that kind any more.
    return stalled === ""
      ? undefined
      : { title: `“${title}” is not out yet`, body, path: `/cs-releases/${releaseId}`, tag: `stalled-${releaseId}` };
  }
  if (status !== "published") return undefined;
  // The same tag as that of what followers are told: who does both sees one.
  const tag = trackIds.length > 1 ? `release-${releaseId}` : `release-${ownerId}-${lagosDay(publishedAt)}`;
  return {
    title: `Out now: ${title}`,
    body: `${artist}: it is among your liked songs`,
    path: `/release/${releaseId}`,
    tag,
  };
}

function featureWords(
  what: "feature_asked" | "feature_accepted",
  { trackId, title, artist }: { readonly trackId: string; readonly title: string; readonly artist: string },
): Words {
  const tag = `${what}-${trackId}`;
  return what === "feature_asked"
    ? { title: "An artist wants to name you", body: `${artist}, on “${title}”. You decide`, path: "/cs-releases", tag }
    : { title: "A featured artist said yes", body: `They are named on “${title}” now`, path: "/cs-releases", tag };
}

function idOf(place: string): string {
  return place.split("/")[1] ?? "";
}
