import * as calls from "../../contract/calls/artists.ts";
import { Routes } from "../../http/routes.ts";
import type { SongFigures } from "../../contract/insights.ts";
import type { Deps } from "../../deps.ts";
import { idInPath } from "../../http/validate.ts";
import { comparedPlays } from "./compare.ts";
import { momentsOfTrack } from "./reads.ts";
import { insightsOf } from "./show.ts";
import { songFiguresOf } from "./song_figures.ts";

/** What creators see beside the plain figures: who listens and where, what they hear of a song, and how that changes. */
export function insightRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.creatorInsights, async (c) => {
      return c.json(await insightsOf(deps, c.var.session.userId, c.req.valid("query")), 200);
    })
    .serve(calls.comparePlays, async (c) => {
      return c.json(await comparedPlays(deps, c.var.session.userId, c.req.valid("query")), 200);
    })
    .serve(calls.songFigures, async (c) => {
      return c.json(await songFiguresOf(deps, c.var.session.userId) satisfies SongFigures, 200);
    })
    .serve(calls.retentionCurve, async (c) => {
      const trackId = idInPath(c, "trackId", "Track not found");
      return c.json(await momentsOfTrack(deps, c.var.session.userId, { ...c.req.valid("query"), trackId }), 200);
    });
}
