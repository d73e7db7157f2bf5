/** A listener wants to hear of an artist. Every follow and unfollow of the two is a version of one stream. */
type UserFollowed = {
  readonly type: "UserFollowed";
  readonly data: { readonly followerId: string; readonly creatorId: string };
};

type UserUnfollowed = {
  readonly type: "UserUnfollowed";
  readonly data: { readonly followerId: string; readonly creatorId: string };
};

export type FollowEvent = UserFollowed | UserUnfollowed;

/** The stream of one person following one artist, in the log `social`. */
export function followStream({ followerId, creatorId }: FollowEvent["data"]): string {
  return `follow/${followerId}/${creatorId}`;
}
