import { Refusal } from "../../contract/refusal.ts";
import type { FollowEvent } from "./events.ts";

export interface Follow {
  readonly followerId: string;
  readonly creatorId: string;
}

/** Whether one person follows another, and may. */
interface FollowState {
  readonly isFollowing: boolean;
  /** Whether an artist with this id has a profile. */
  readonly isCreator: boolean;
}

/** Following twice is following once. */
export function decideFollow({ isFollowing, isCreator }: FollowState, follow: Follow): FollowEvent[] {
  if (!isCreator) throw new Refusal("not_found", "Artist not found");
  if (follow.followerId === follow.creatorId) throw new Refusal("own_profile", "You cannot follow yourself");
  return isFollowing ? [] : [{ type: "UserFollowed", data: follow }];
}

/** Unfollowing someone who is not followed changes nothing. Whom a moderator hides can be left, too. */
export function decideUnfollow({ isFollowing, isCreator }: FollowState, follow: Follow): FollowEvent[] {
  if (!isCreator && !isFollowing) throw new Refusal("not_found", "Artist not found");
  return isFollowing ? [{ type: "UserUnfollowed", data: follow }] : [];
}

/** Whether one follows the other after the event. */
export function evolveFollow(_isFollowing: boolean, event: FollowEvent): boolean {
  switch (event.type) {
    case "UserFollowed":
      return true;
    case "UserUnfollowed":
      return false;
  }
}
