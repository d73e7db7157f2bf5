import type { Event } from "../../store/log/event.ts";

/** A listener wants to hear of an artist. Every follow and unfollow of the two is a version of one stream. */
type UserFollowed = Event<"UserFollowed", { readonly followerId: string; readonly creatorId: string }>;

type UserUnfollowed = Event<"UserUnfollowed", { readonly followerId: string; readonly creatorId: string }>;

export type FollowEvent = UserFollowed | UserUnfollowed;

/** The stream of one person following one artist, in the log `social`. */
export function followStream({ followerId, creatorId }: FollowEvent["data"]): string {
  return `follow/${followerId}/${creatorId}`;
}
