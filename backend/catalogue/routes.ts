import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import { audioRoutes } from "./routes_audio.ts";
import { mediaOf } from "./routes_caller.ts";
import { creatorRoutes } from "./routes_creators.ts";
import { downloadRoutes } from "./routes_download.ts";
import { pictureRoutes } from "./routes_pictures.ts";
import { streamRoutes } from "./routes_stream.ts";
import { trackRoutes } from "./routes_tracks.ts";

/** Tracks, artists, streams, covers, downloads. */
export function catalogueRoutes(deps: Deps) {
  const media = mediaOf(deps);
  return new Hono()
    .route("/", trackRoutes(deps, media))
    .route("/", creatorRoutes(deps, media))
    .route("/", streamRoutes(deps, media))
    .route("/", audioRoutes(deps, media))
    .route("/", pictureRoutes(deps))
    .route("/", downloadRoutes(deps, media));
}

export type CatalogueApi = ReturnType<typeof catalogueRoutes>;
