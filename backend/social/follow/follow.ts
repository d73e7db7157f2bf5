import { pairKey, readFollows } from "../../../projections/social/follows.ts";
import { findShown } from "../../catalogue/track/reads.ts";
import { streamsOf } from "../../store/streams.ts";
import { decideFollow, decideUnfollow, evolveFollow, type Follow } from "./state.ts";
import { type FollowEvent, followStream } from "./events.ts";

/** Whether one follows the other. */
const follows = streamsOf<Follow, boolean, FollowEvent>({
  log: "social",
  stream: followStream,
  initial: false,
  evolve: evolveFollow,
  async read(tx, asked) {
    const found = await readFollows(tx, asked);
    return (follow) => found.has(pairKey(follow));
  },
});

/** Follows an artist; doing it again changes nothing. */
export const followCreator = handler("followCreator", decideFollow);

/** Follows an artist no longer; doing it again changes nothing. */
export const unfollowCreator = handler("unfollowCreator", decideUnfollow);

function handler(name: string, decide: typeof decideFollow) {
  return follows.handler(name, {
    id: (follow: Follow) => follow,
    beside: (tx, asked) => findShown(tx, asked.map(({ creatorId }) => ({ kind: "artist", id: creatorId }))),
    decide: (isFollowing, follow, { beside: shown }) =>
      decide({ isFollowing, isCreator: shown.has(`artist/${follow.creatorId}`) }, follow),
    result: ({ after }) => ({ isFollowing: after }),
  });
}
