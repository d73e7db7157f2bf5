import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import { adminTrackRoutes, trackRoutes } from "./track/routes.ts";
import { adminUploadRoutes, albumRoutes, homeRoutes, topArtistRoutes } from "./discover/routes.ts";
import { audioRoutes, downloadRoutes, peaksRoutes, pictureRoutes, streamRoutes } from "./stream/routes.ts";
import { creditRoutes } from "./credit/routes.ts";
import { releaseRoutes, upcomingRoutes } from "./release/routes.ts";
import { cardRoutes } from "./card/routes.ts";
import { creatorRoutes } from "./artist/routes.ts";
import { offlineRoutes } from "./licence/routes.ts";
import { insightRoutes } from "./insight/routes.ts";
import { matchRoutes } from "./match/routes.ts";
import { linkRoutes } from "./link/routes.ts";
import { lyricsRoutes } from "./lyrics/routes.ts";
import { playlistRoutes } from "./playlist/routes.ts";
import { duplicateRoutes } from "./duplicate/routes.ts";
import { radioRoutes } from "./radio/routes.ts";
import { splitRoutes } from "./split/routes.ts";
import { resumableRoutes } from "./resumable/routes.ts";
import { sitemapRoutes } from "./sitemap/routes.ts";
import { searchRoutes } from "./search/routes.ts";
import { recordingRoutes, uploadRoutes } from "./upload/routes.ts";

/** Tracks, artists, streams, covers, downloads. */
export function catalogueRoutes(deps: Deps) {
  return new Hono()
    .route("/", trackRoutes(deps))
    .route("/", creatorRoutes(deps))
    .route("/", albumRoutes(deps))
    .route("/", homeRoutes(deps))
    .route("/", topArtistRoutes(deps))
    .route("/", searchRoutes(deps))
    .route("/", insightRoutes(deps))
    .route("/", matchRoutes(deps))
    .route("/", playlistRoutes(deps))
    .route("/", radioRoutes(deps))
    .route("/", streamRoutes(deps))
    .route("/", audioRoutes(deps))
    .route("/", offlineRoutes(deps))
    .route("/", cardRoutes(deps))
    .route("/", pictureRoutes(deps))
    .route("/", peaksRoutes(deps))
    .route("/", downloadRoutes(deps))
    .route("/", uploadRoutes(deps))
    .route("/", resumableRoutes(deps))
    .route("/", recordingRoutes(deps))
    .route("/", duplicateRoutes(deps))
    .route("/", lyricsRoutes(deps))
    .route("/", splitRoutes(deps))
    .route("/", linkRoutes(deps))
    .route("/", releaseRoutes(deps))
    .route("/", upcomingRoutes(deps))
    .route("/", creditRoutes(deps))
    .route("/", sitemapRoutes(deps))
    .route("/", adminUploadRoutes(deps))
    .route("/", adminTrackRoutes(deps));
}
