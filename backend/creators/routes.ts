import { Hono } from "hono";
import { type CreatorSeries, SeriesQuery } from "../contract/creators.ts";
import type { Deps } from "../deps.ts";
import { requireCreator } from "../http/session.ts";
import { queryParams } from "../http/validate.ts";
import { type Cell, csvOf } from "../http/csv.ts";
import { creatorProfileRoutes } from "./routes_profile.ts";
import { seriesOf } from "./routes_series.ts";
import { statsOf } from "./routes_stats.ts";

/** What creators see of how their music is heard, and their own page. */
export function creatorAreaRoutes(deps: Deps) {
  return new Hono()
    // Both readings of the documents.
    .get("/api/c1/s", requireCreator(deps), async (c) => c.json(await statsOf(deps, c.var.session.userId), 200))
    .get(
      "/api/v1/creator-stats",
      requireCreator(deps),
      async (c) => c.json(await statsOf(deps, c.var.session.userId), 200),
    )
    .get("/api/v1/creator-stats/series", requireCreator(deps), queryParams(SeriesQuery), async (c) => {
      return c.json(await seriesOf(deps, c.var.session.userId, c.req.valid("query")), 200);
    })
    .get("/api/v1/creator-stats/series.csv", requireCreator(deps), queryParams(SeriesQuery), async (c) => {
      const series = await seriesOf(deps, c.var.session.userId, c.req.valid("query"));
      c.header("content-type", "text/csv; charset=utf-8");
      c.header("content-disposition", `attachment; filename="orin-plays-${series.from}-${series.to}.csv"`);
      return c.body(csvOf(tableOf(series)), 200);
    })
    .route("/", creatorProfileRoutes(deps));
}

const HEADINGS = [
  "From",
  "Track",
  "Gross plays",
  "Filtered plays",
  "Verified plays",
  "Listeners",
  "Credited seconds",
  "Reported seconds",
];

/** The points in time, then the tracks; a row says which of both it is. */
function tableOf({ points, tracks, from }: CreatorSeries): Cell[][] {
  const numbers = (
    { plays, listeners, seconds, grossSeconds }: Pick<
      CreatorSeries["points"][number],
      "plays" | "listeners" | "seconds" | "grossSeconds"
    >,
  ) => [plays.gross, plays.filtered, plays.verified, listeners, seconds, grossSeconds];
  return [
    HEADINGS,
    ...points.map((point) => [point.start, "All tracks", ...numbers(point)]),
    ...tracks.map((track) => [from, track.title, ...numbers(track)]),
  ];
}
