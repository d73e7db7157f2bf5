import { Hono } from "hono";
import type { SongFigures } from "../../contract/insights.ts";
import { InsightQuery } from "../../contract/requests/creator.ts";
import type { Deps } from "../../deps.ts";
import { actingCreator } from "../../http/session.ts";
import { idInPath, queryParams } from "../../http/validate.ts";
import { momentsOfTrack } from "./reads.ts";
import { insightsOf } from "./show.ts";
import { songFiguresOf } from "./song_figures.ts";

/** What creators see beside the plain figures: who listens and where, what they hear of a song, and how that changes. */
export function insightRoutes(deps: Deps) {
  return new Hono()
    .get("/api/v1/creator-stats/insights", actingCreator(deps, "read"), queryParams(InsightQuery), async (c) => {
      return c.json(await insightsOf(deps, c.var.session.userId, c.req.valid("query")), 200);
    })
    .get("/api/v1/creator-stats/songs", actingCreator(deps, "read"), async (c) => {
      return c.json(await songFiguresOf(deps, c.var.session.userId) satisfies SongFigures, 200);
    })
    .get(
      "/api/v1/creator-stats/moments/:trackId",
      actingCreator(deps, "read"),
      queryParams(InsightQuery),
      async (c) => {
        const trackId = idInPath(c, "trackId", "Track not found");
        return c.json(await momentsOfTrack(deps, c.var.session.userId, { ...c.req.valid("query"), trackId }), 200);
      },
    );
}
