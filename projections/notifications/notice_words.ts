import { longMonth } from "../../backend/contract/long_day.ts";
import { formatDollars, formatNaira, formatTokensWithNaira } from "../../backend/contract/money.ts";
import { lagosDay } from "../../backend/contract/policy.ts";
import { RELEASE_KIND_WORDS } from "../../backend/contract/release_kinds.ts";
import type { ReleaseRow } from "../catalogue/releases.ts";
import type { GiftRow } from "../gifts/gifts.ts";
import type { PostRow } from "../social/posts.ts";

/** A notification in words, and where it leads. It tells no sums: others see the screen that is locked. */
export interface NoticeWords {
  readonly title: string;
  readonly body: string;
  readonly path: string;
  /** Notices with one tag are one on a screen; left out, each thing that is told has its own. */
  readonly tag?: string;
  /** Of an artist's post. */
  readonly post?: { readonly postId: string; readonly artistId: string; readonly artist: string };
  /** Of an artist's thank-you. */
  readonly thanks?: { readonly id: string; readonly artistId: string; readonly artist: string };
}

/** What a person's own notice is about. */
export interface NoticeSubject {
  /** A comment, a gift, a withdrawal, a session; of Premium the moment at which it ends, epoch ms. */
  readonly subjectId: string;
  /** What a comment is on: `track/<id>` or `artist/<id>`. */
  readonly place: string;
}

/** What followers hear of: a song, an artist's songs of a day, or a release of several. */
export interface ReleaseNews {
  readonly creatorId: string;
  readonly trackId: string;
  /** Of several songs that came out together. */
  readonly releaseId?: string;
  readonly songs: number;
  readonly at: number;
}

/** What words are made of, by id: what is not among these is gone, or must not be read any more. */
export interface NoticeFacts {
  readonly posts: ReadonlyMap<string, PostRow>;
  readonly thanks: ReadonlyMap<string, { readonly artistId: string }>;
  readonly releases: ReadonlyMap<string, ReleaseRow>;
  readonly comments: ReadonlyMap<string, {
    readonly authorId: string;
    readonly threadId: string | undefined;
    readonly isHeld: boolean;
    readonly waitsFor: string | undefined;
  }>;
  readonly tracks: ReadonlyMap<string, SongFacts>;
  readonly artists: ReadonlyMap<string, { readonly name: string }>;
  readonly authors: ReadonlyMap<string, { readonly closing: unknown }>;
}

interface SongFacts {
  readonly published: boolean;
  readonly title: string;
  readonly artist: string;
}

/** What the list names beside: its reader's own sums, and people where the screens behind it name them, too. */
export interface DetailFacts {
  readonly gifts: ReadonlyMap<string, GiftRow>;
  readonly comments: ReadonlyMap<string, { readonly authorId: string }>;
  readonly withdrawals: ReadonlyMap<string, number>;
  readonly royalties: readonly { readonly month: string; readonly kobo: number; readonly voidedKobo: number }[];
  readonly people: ReadonlyMap<string, { readonly username: string }>;
  readonly tracks: ReadonlyMap<string, { readonly title: string }>;
}

/** What the list says in the place of the plain words. */
export type Detail = Partial<Pick<NoticeWords, "title" | "body">>;

/** The artist decides whether others see it. */
const WAITS: NoticeWords = {
  title: "A comment waits for you",
  body: "See it before others do",
  path: "/comment-rules",
  tag: "comment-waits",
};

/** Of a comment on a song or page, or an answer; nothing where it is deleted, or held for others to decide. */
export function commentWords(
  what: "comment_reply" | "comment_on_song" | "comment_on_artist",
  { subjectId, place }: NoticeSubject,
  { comments, authors, tracks }: NoticeFacts,
): NoticeWords | undefined {
  const comment = comments.get(subjectId);
  const author = comment && authors.get(comment.authorId);
  if (!author || author.closing) return undefined;
  if (comment.isHeld) return comment.waitsFor === undefined || what === "comment_reply" ? undefined : WAITS;
  const [kind, id = ""] = place.split("/");
  const known = tracks.get(id);
  // Only its artist sees the name of a hidden song.
  const song = known?.published || what === "comment_on_song" ? known?.title : undefined;
  const path = kind === "artist" ? `/artists/${id}` : `/track/${id}`;
  const tag = `comment-${id}`;
  if (what !== "comment_reply") {
    const where = kind === "artist" ? "your page" : `“${song ?? "your song"}”`;
    return { title: "A new comment", body: `Someone wrote about ${where}`, path, tag };
  }
  return {
    title: "A reply to your comment",
    body: song === undefined ? "Someone replied to you" : `On “${song}”`,
    // The screen opens the fold with the reply.
    path: `${path}#${comment.threadId === undefined ? "comments" : `thread-${comment.threadId}`}`,
    tag,
  };
}

/** Of a thank-you to all who gave; nothing where its artist has no page any more. */
export function thanksWords(id: string, { thanks, artists }: NoticeFacts): NoticeWords | undefined {
  const artistId = thanks.get(id)?.artistId ?? "";
  const artist = artists.get(artistId)?.name;
  return artist === undefined ? undefined : {
    title: `${artist} says thank you`,
    body: "For your gift",
    path: "/gifts",
    tag: `thanks-${id}`,
    thanks: { id, artistId, artist },
  };
}

/** Of thanks for one gift, which are told although the artist has no page. */
export function giftThanksWords(id: string, { thanks, artists }: NoticeFacts): NoticeWords | undefined {
  const artistId = thanks.get(id)?.artistId;
  if (artistId === undefined) return undefined;
  const artist = artists.get(artistId)?.name;
  return {
    title: "The artist says thank you",
    body: "They wrote to you about your gift",
    path: "/gifts",
    ...(artist !== undefined && { thanks: { id, artistId, artist } }),
  };
}

/** Nothing where it is deleted or hidden, or its artist is out of sight. */
export function postWords(
  { creatorId, postId }: { readonly creatorId: string; readonly postId: string },
  { posts, artists, tracks }: NoticeFacts,
): NoticeWords | undefined {
  const post = posts.get(postId);
  const artist = artists.get(creatorId)?.name;
  if (!post || post.isHidden || artist === undefined) return undefined;
  const track = tracks.get(post.trackId ?? "");
  return {
    title: `${artist} wrote to you`,
    body: track?.published ? `With “${track.title}”` : "A post to everyone who follows",
    path: `/artists/${post.artistId}#posts`,
    tag: `post-${postId}`,
    post: { postId, artistId: post.artistId, artist },
  };
}

/** What followers are told of a song, of an artist's songs of a day, or of a release of several. */
export function newsWords(
  { creatorId, trackId, releaseId, songs, at }: ReleaseNews,
  { tracks, artists, releases }: NoticeFacts,
): NoticeWords | undefined {
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
): NoticeWords | undefined {
  if (status !== "published" || songs === 0) return undefined;
  return {
    title: `New ${RELEASE_KIND_WORDS[kind].noun} from ${artist}`,
    body: `“${title}”, ${songs === 1 ? "one song" : `${songs} songs`}`,
    path: `/release/${releaseId}`,
    tag: `release-${releaseId}`,
  };
}

/** Of a release that a person waited for; nothing where none of its songs can be heard. */
export function releaseOutWords(id: string, { releases, tracks }: NoticeFacts): NoticeWords | undefined {
  const release = releases.get(id);
  const isHeard = release?.trackIds.some((trackId) => tracks.get(trackId)?.published);
  if (!release || !isHeard || release.status !== "published") return undefined;
  const { releaseId, ownerId, title, artist, publishedAt = 0, trackIds } = release;
  return {
    title: `Out now: ${title}`,
    body: `${artist}: it is among your liked songs`,
    path: `/release/${releaseId}`,
    // The same tag as that of what followers are told: who does both sees one.
    tag: trackIds.length > 1 ? `release-${releaseId}` : `release-${ownerId}-${lagosDay(publishedAt)}`,
  };
}

const STALLED: Readonly<Record<string, string>> = {
  failed: "A song could not be processed. It comes out as soon as you have replaced or deleted it",
  held: "We are looking at a song first. It comes out after that",
  processing: "A song is still being processed. It comes out as soon as that is done",
};

/** Of a release that is not out yet: what came out since is no news of that kind any more. */
export function releaseStalledWords(id: string, { releases }: NoticeFacts): NoticeWords | undefined {
  const release = releases.get(id);
  return release?.stalled
    ? {
      title: `“${release.title}” is not out yet`,
      body: STALLED[release.stalled] ?? "Something is missing. See what it is",
      path: `/cs-releases/${id}`,
      tag: `stalled-${id}`,
    }
    : undefined;
}

/** Of a song that names another artist, or wants to. */
export function featureWords(
  id: string,
  { tracks }: NoticeFacts,
  say: (song: SongFacts) => Pick<NoticeWords, "title" | "body">,
): NoticeWords | undefined {
  const song = tracks.get(id);
  return song && { ...say(song), path: "/cs-releases" };
}

/** Who commented, where it is known. */
export function commentDetail(
  { subjectId, place }: NoticeSubject,
  { comments, people }: DetailFacts,
  body: string,
): Detail {
  const author = people.get(comments.get(subjectId)?.authorId ?? "");
  return author
    ? {
      title: `${author.username} commented`,
      body: place.startsWith("artist/") ? "On your page" : body.replace(/^Someone wrote about/, "On"),
    }
    : {};
}

/** Who gave what, and for which song. */
export function giftDetail({ subjectId }: NoticeSubject, facts: DetailFacts): Detail {
  const gift = facts.gifts.get(subjectId);
  if (!gift) return {};
  const name = gift.isNamed ? facts.people.get(gift.giverId)?.username : undefined;
  const sum = `${formatDollars(gift.cents / 100)} (${formatNaira(gift.units)})${songOf(gift, facts)}`;
  return {
    title: `${name ?? "A listener"} gave you a gift`,
    body: gift.status === "refunded" ? `${sum}. It was returned` : sum,
  };
}

/** How much the share of a gift is, and for which song. */
export function shareDetail({ subjectId }: NoticeSubject, facts: DetailFacts): Detail {
  const gift = facts.gifts.get(subjectId);
  return gift ? { body: `Your share${songOf(gift, facts)}: ${formatNaira(gift.units)}` } : {};
}

function songOf({ trackId }: GiftRow, { tracks }: DetailFacts): string {
  const title = tracks.get(trackId ?? "")?.title;
  return title === undefined ? "" : ` for “${title}”`;
}

/** What a month brought, without what was voided. */
export function royaltyDetail({ subjectId: month }: NoticeSubject, { royalties }: DetailFacts): Detail {
  const found = royalties.find((one) => one.month === month);
  if (!found) return {};
  const sum = formatNaira(found.kobo - found.voidedKobo);
  return { body: `${sum} from Premium listeners in ${longMonth(month)}, before tax` };
}

/** How much a withdrawal is, before the plain words. */
export function withdrawalDetail({ subjectId }: NoticeSubject, { withdrawals }: DetailFacts, body: string): Detail {
  const units = withdrawals.get(subjectId);
  return units === undefined ? {} : { body: `${formatTokensWithNaira(units)}. ${body}` };
}

/** The song's title, before the plain words. */
export function songDetail({ subjectId }: NoticeSubject, { tracks }: DetailFacts, body: string): Detail {
  const title = tracks.get(subjectId)?.title;
  return title === undefined ? {} : { body: `“${title}”. ${body}` };
}
