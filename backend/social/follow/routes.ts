import * as calls from "../../contract/calls/social.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import type { FollowAnswer } from "../../contract/catalogue.ts";
import type { Deps } from "../../deps.ts";
import { takePress } from "../../http/rate_limit.ts";
import { givenCommandOf, metadataOf } from "../../http/request_id.ts";
import { idInPath } from "../../http/validate.ts";
import { followerCounts, pairKey, readFollows } from "../../../projections/social/follows.ts";
import { followCreator, unfollowCreator } from "./follow.ts";

/** Following artists. */
export function followRoutes(deps: Deps) {
  const { sql } = deps.store;
  const answer = async (creatorId: string, isFollowing: boolean): Promise<FollowAnswer> => ({
    isFollowing,
    followerCount: (await followerCounts(sql, [creatorId])).get(creatorId) ?? 0,
  });
  const change = async (c: Context, userId: string, handler: typeof followCreator): Promise<FollowAnswer> => {
    const creatorId = idInPath(c, "id", "Artist not found");
    await takePress(deps, userId);
    const follow = { followerId: userId, creatorId };
    const options = { logs: ["social"] as const, metadata: metadataOf(c, userId), ...givenCommandOf(c, follow) };
    const { result } = await deps.store.execute(handler, follow, options);
    return await answer(creatorId, result.isFollowing);
  };

  return new Routes(deps)
    .serve(calls.follow, async (c) => {
      return c.json(await change(c, c.var.session.userId, followCreator), 200);
    })
    .serve(calls.unfollow, async (c) => {
      return c.json(await change(c, c.var.session.userId, unfollowCreator), 200);
    })
    .serve(calls.isFollowing, async (c) => {
      const creatorId = idInPath(c, "id", "Artist not found");
      const followerId = c.var.session?.userId;
      const pairs = followerId === undefined ? [] : [{ followerId, creatorId }];
      const found = await readFollows(sql, pairs);
      return c.json(await answer(creatorId, pairs.some((pair) => found.has(pairKey(pair)))), 200);
    });
}
