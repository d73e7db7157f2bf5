import { Hono } from "hono";
import { type AdminTrack, TrackListQuery } from "../contract/admin_tracks.ts";
import type { Deps } from "../deps.ts";
import { requireAdmin } from "../http/session.ts";
import { queryParams } from "../http/validate.ts";
import { listAllTracks } from "../../projections/tracks.ts";
import { ownTrackAnswer } from "./routes_answers.ts";
import { listenerOf, mediaFor } from "./routes_caller.ts";
import { LOG_IN_AGAIN } from "./routes_uploads.ts";

/** Every track for the back office; `DELETE /api/v1/tracks/:id` takes an admin as well as the owner. */
export function adminTrackRoutes(deps: Deps) {
  const { links } = mediaFor(deps);
  const admin = requireAdmin(deps, LOG_IN_AGAIN);
  return new Hono().get("/api/v1/admin/tracks", admin, queryParams(TrackListQuery), async (c) => {
    const { q, genre, sort, order, limit, cursor } = c.req.valid("query");
    const page = { q, genre, sort, descending: order === "desc", limit, after: cursor };
    const rows = await listAllTracks(deps.store.sql, page);
    const listener = listenerOf(c, deps, c.var.session);
    const options = { links, listener, quality: "normal" as const, now: deps.now(), mayHear: () => true };
    return c.json(
      rows.map((row): AdminTrack => ({
        ...ownTrackAnswer(row, options),
        createdAt: new Date(row.uploadedAt).toISOString(),
      })),
      200,
    );
  });
}
