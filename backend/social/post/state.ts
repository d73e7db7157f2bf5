import { longDay } from "../../contract/long_day.ts";
import { POST_EVERY_DAYS } from "../../contract/posts.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { ArtistPostDeleted, ArtistPosted, PostsMuted, PostsUnmuted } from "./events.ts";

/** What decisions need to know of an artist's posts. */
export interface Posts {
  /** When the last one came, epoch ms, also where it was deleted since. */
  readonly lastAt: number | undefined;
  /** Those that are not deleted. */
  readonly standing: ReadonlySet<string>;
}

/** Of an artist who has posted nothing. */
export const NO_POSTS: Posts = { lastAt: undefined, standing: new Set() };

const DAY_MS = 24 * 3_600_000;

/** From when on an artist may post, epoch ms; 0 for immediately. */
export function nextPostAt(lastAt: number | undefined): number {
  return lastAt === undefined ? 0 : lastAt + POST_EVERY_DAYS * DAY_MS;
}

/**
 * One post in seven days; a deleted one counts. Refuses with `not_found` a hidden artist and a song that is not the
 * artist's own or not to be heard, with `conflict` what comes too soon.
 */
export function decidePost(
  { lastAt }: Posts,
  { post, isShown, isSongThere, now }: {
    readonly post: ArtistPosted["data"];
    readonly isShown: boolean;
    readonly isSongThere: boolean;
    readonly now: number;
  },
): ArtistPosted[] {
  if (!isShown) throw new Refusal("not_found", "Your page is not shown at the moment, so you cannot post");
  const next = nextPostAt(lastAt);
  if (now < next) {
    throw new Refusal("conflict", `You can post once a week. Your next post is possible on ${longDay(next)}`);
  }
  if (!isSongThere) throw new Refusal("not_found", "Choose a song of yours that is out");
  return [{ type: "ArtistPosted", data: post }];
}

/** Takes a post away. Refuses with `not_found` what the artist has not posted, or has deleted. */
export function decideDeletePost({ standing }: Posts, post: ArtistPostDeleted["data"]): ArtistPostDeleted[] {
  if (!standing.has(post.postId)) throw new Refusal("not_found", "Post not found");
  return [{ type: "ArtistPostDeleted", data: post }];
}

/** The artist's posts after the event, which was recorded at a moment (epoch ms). */
export function evolvePosts(
  { lastAt, standing }: Posts,
  { type, data }: ArtistPosted | ArtistPostDeleted,
  at: number,
): Posts {
  switch (type) {
    case "ArtistPosted":
      return { lastAt: at, standing: new Set([...standing, data.postId]) };
    case "ArtistPostDeleted":
      return { lastAt, standing: new Set([...standing].filter((postId) => postId !== data.postId)) };
  }
}

/** A listener hears of an artist's posts no longer, or again; what is so already changes nothing. */
export function decideMute(
  isMuted: boolean,
  { isThere, muted, ...data }: PostsMuted["data"] & { readonly isThere: boolean; readonly muted: boolean },
): (PostsMuted | PostsUnmuted)[] {
  if (!isThere) throw new Refusal("not_found", "Artist not found");
  return muted === isMuted ? [] : [{ type: muted ? "PostsMuted" : "PostsUnmuted", data }];
}

/** Whether the posts are stopped after the event. */
export function evolveMute(_isMuted: boolean, { type }: PostsMuted | PostsUnmuted): boolean {
  return type === "PostsMuted";
}
