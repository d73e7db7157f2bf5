import { Hono } from "hono";
import * as z from "zod/mini";
import { Id } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { optionalUser } from "../http/session.ts";
import { queryParams } from "../http/validate.ts";
import { openPersonOf } from "../accounts/commands_person.ts";
import { findCreator, listCreators } from "../../projections/creators.ts";
import { followerCounts } from "../../projections/follows.ts";
import { listTracks } from "../../projections/tracks.ts";
import { creatorCard, creatorProfile } from "./routes_answers.ts";
import { trackList } from "./routes_track_list.ts";
import { ListQuery } from "./routes_tracks.ts";

const MOST_TRACKS = 100;
const CreatorsQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 100),
  /** The last artist of the page before. */
  cursor: z.optional(Id),
});

/** Artists: the list, and one with their music. */
export function creatorRoutes(deps: Deps) {
  const { sql } = deps.store;

  return new Hono()
    .get("/api/auth/creators", queryParams(CreatorsQuery), async (c) => {
      const { limit, cursor } = c.req.valid("query");
      const after = cursor === undefined ? undefined : await findCreator(sql, cursor);
      const creators = await listCreators(sql, { limit, after });
      const followers = await followerCounts(sql, creators.map((row) => row.creatorId));
      // The documented answer is a plain array, so the next page's cursor stands in a header.
      const last = creators.length === limit ? creators.at(-1) : undefined;
      if (last) c.header("x-next-cursor", last.creatorId);
      return c.json(creators.map((row) => creatorCard(row, followers.get(row.creatorId) ?? 0)), 200);
    })
    .get("/api/auth/creators/:id", optionalUser(deps), queryParams(ListQuery), async (c) => {
      const id = Id.safeParse(c.req.param("id"));
      const row = id.success ? await findCreator(sql, id.data) : undefined;
      if (!row) throw new Refusal("not_found", "Artist not found");
      const [followers, person, { tracks }] = await Promise.all([
        followerCounts(sql, [row.creatorId]),
        row.isNamePublic || row.isContactPublic ? openPersonOf(deps, row.creatorId) : undefined,
        listTracks(sql, { limit: MOST_TRACKS, ownerId: row.creatorId }),
      ]);
      const { quality } = c.req.valid("query");
      const answers = await trackList(c, deps, { session: c.var.session, quality }).of(tracks);
      const followerCount = followers.get(row.creatorId) ?? 0;
      return c.json(creatorProfile(row, { followerCount, tracks: answers, person }), 200);
    });
}
