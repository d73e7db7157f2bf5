import { pairKey, readFollows } from "../../../projections/follows.ts";
import { creatorStream } from "../../catalogue/artist/events.ts";
import type { CommandHandler } from "../../store/log/command.ts";
import type { Append } from "../../store/log/event.ts";
import { streamVersions } from "../../store/log/read.ts";
import type { Tx } from "../../store/sql.ts";
import { decideFollow, decideUnfollow, type Follow, type FollowState } from "./state.ts";
import { type FollowEvent, followStream } from "./events.ts";

/** Follows an artist; doing it again changes nothing. */
export const followCreator: CommandHandler<Follow, Follows, { isFollowing: boolean }> = {
  name: "followCreator",
  load: loadFollows,
  decide: (follows, follow) => ({
    appends: follows.add(follow, decideFollow(follows.state(follow), follow)),
    result: { isFollowing: true },
  }),
};

/** Follows an artist no longer; doing it again changes nothing. */
export const unfollowCreator: CommandHandler<Follow, Follows, { isFollowing: boolean }> = {
  name: "unfollowCreator",
  load: loadFollows,
  decide: (follows, follow) => ({
    appends: follows.add(follow, decideUnfollow(follows.state(follow), follow)),
    result: { isFollowing: false },
  }),
};

async function loadFollows(tx: Tx, commands: readonly Follow[]): Promise<Follows> {
  const streams = [...commands.map(followStream), ...commands.map((command) => creatorStream(command.creatorId))];
  const [following, versions] = await Promise.all([
    readFollows(tx, commands),
    streamVersions(tx, "social", [...new Set(streams)]),
  ]);
  return new Follows(following, versions);
}

/** The pairs of a group, kept up to date while its commands are decided one after another. */
class Follows {
  constructor(readonly following: Set<string>, readonly versions: Map<string, number>) {}

  state(follow: Follow): FollowState {
    return {
      isFollowing: this.following.has(pairKey(follow)),
      isCreator: this.versions.has(creatorStream(follow.creatorId)),
    };
  }

  add(follow: Follow, events: readonly FollowEvent[]): Append[] {
    const [event] = events;
    if (!event) return [];
    const stream = followStream(follow);
    const version = this.versions.get(stream) ?? 0;
    this.versions.set(stream, version + 1);
    if (event.type === "UserFollowed") this.following.add(pairKey(follow));
    else this.following.delete(pairKey(follow));
    return [{ log: "social", stream, version, events: [event] }];
  }
}
