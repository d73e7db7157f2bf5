import * as calls from "../../contract/calls/social.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import { Id } from "../../contract/requests/ids.ts";
import { FAVOURITE_KINDS, type HeartAnswer, type Hearts } from "../../contract/playlists.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { takePress } from "../../http/rate_limit.ts";
import { givenCommandOf, metadataOf } from "../../http/request_id.ts";
import { setHeart } from "./set.ts";
import { findCreators } from "../../../projections/catalogue/creators.ts";
import { followerCounts } from "../../../projections/social/follows.ts";
import { listHearts } from "../../../projections/social/hearts.ts";
import { creatorCard } from "../../catalogue/artist/reads.ts";
import { trackList } from "../../catalogue/track/reads.ts";

const MOST_IDS = 5_000;
const MOST_ARTISTS = 200;

/** Hearts: 'Liked songs', and favourite artists, who are not followed by it. */
export function heartRoutes(deps: Deps) {
  const { sql } = deps.store;
  const set = async (c: Context, userId: string, wanted: boolean): Promise<HeartAnswer> => {
    const command = { userId, ...targetOf(c), wanted };
    await takePress(deps, userId);
    const options = { logs: ["social"] as const, metadata: metadataOf(c, userId), ...givenCommandOf(c, command) };
    return (await deps.store.execute(setHeart, command, options)).result;
  };

  return new Routes(deps)
    .serve(calls.listHearts, async (c) => {
      const { session } = c.var;
      const { userId } = session;
      const { limit, cursor, quality } = c.req.valid("query");
      const [trackIds, artistIds] = await Promise.all([
        listHearts(sql, { userId, kind: "track", limit: MOST_IDS }),
        listHearts(sql, { userId, kind: "artist", limit: MOST_IDS }),
      ]);
      const from = cursor === undefined ? 0 : trackIds.indexOf(cursor) + 1;
      const page = trackIds.slice(from, from + limit);
      const last = trackIds.length > from + limit ? page.at(-1) : undefined;
      const answer: Hearts = {
        trackIds,
        artistIds,
        tracks: await trackList(c, deps, { session, quality }).find(page),
        artists: await artistCards(deps, artistIds.slice(0, MOST_ARTISTS)),
        ...(last !== undefined && { nextCursor: last }),
      };
      return c.json(answer, 200);
    })
    .serve(calls.setHeart, async (c) => {
      return c.json(await set(c, c.var.session.userId, true), 200);
    })
    .serve(calls.removeHeart, async (c) => {
      return c.json(await set(c, c.var.session.userId, false), 200);
    });
}

async function artistCards(deps: Deps, artistIds: readonly string[]): Promise<Hearts["artists"]> {
  const { sql } = deps.store;
  const [creators, followers] = await Promise.all([findCreators(sql, artistIds), followerCounts(sql, artistIds)]);
  return artistIds.flatMap((artistId) => {
    const creator = creators.get(artistId);
    return creator ? [creatorCard(creator, followers.get(artistId) ?? 0)] : [];
  });
}

function targetOf(c: Context) {
  const kind = FAVOURITE_KINDS.find((one) => one === c.req.param("kind"));
  const id = Id.safeParse(c.req.param("id"));
  if (kind === undefined || !id.success) {
    throw new Refusal("not_found", kind === "artist" ? "Artist not found" : "Track not found");
  }
  return { kind, targetId: id.data };
}
