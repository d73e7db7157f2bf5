import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/**
 * An artist wrote to their followers. Only the artist's key opens `content`. `told` is how many followers there were at
 * that moment who want to hear of it.
 */
export type ArtistPosted = Event<"ArtistPosted", {
  readonly postId: string;
  readonly artistId: string;
  readonly content: Sealed;
  readonly trackId?: string;
  readonly told: number;
}>;

export type ArtistPostDeleted = Event<"ArtistPostDeleted", { readonly postId: string; readonly artistId: string }>;

/** A listener wants to be told of no post of this artist; whether they follow stays as it is. */
export type PostsMuted = Event<"PostsMuted", { readonly userId: string; readonly artistId: string }>;

export type PostsUnmuted = Event<"PostsUnmuted", { readonly userId: string; readonly artistId: string }>;

/** The stream of all that an artist posts, in the log `social`: it decides when the next one may come. */
export function postsStream(artistId: string): string {
  return `posts/${artistId}`;
}

/** The stream of one person and one artist's posts, in the log `social`. */
export function postsMuteStream({ userId, artistId }: PostsMuted["data"]): string {
  return `posts_mute/${userId}/${artistId}`;
}
