import { Hono } from "hono";
import type { Deps } from "../deps.ts";
import { adminTrackRoutes } from "./routes_admin_tracks.ts";
import { adminUploadRoutes } from "./routes_admin_uploads.ts";
import { albumRoutes } from "./routes_albums.ts";
import { audioRoutes } from "./routes_audio.ts";
import { creatorRoutes } from "./routes_creators.ts";
import { downloadRoutes } from "./routes_download.ts";
import { heartRoutes } from "./routes_hearts.ts";
import { offlineRoutes } from "./routes_offline.ts";
import { peaksRoutes } from "./routes_peaks.ts";
import { pictureRoutes } from "./routes_pictures.ts";
import { playlistRoutes } from "./routes_playlists.ts";
import { searchRoutes } from "./routes_search.ts";
import { streamRoutes } from "./routes_stream.ts";
import { topArtistRoutes } from "./routes_top_artists.ts";
import { trackRoutes } from "./routes_tracks.ts";
import { uploadRoutes } from "./routes_uploads.ts";

/** Tracks, artists, streams, covers, downloads. */
export function catalogueRoutes(deps: Deps) {
  return new Hono()
    .route("/", trackRoutes(deps))
    .route("/", creatorRoutes(deps))
    .route("/", albumRoutes(deps))
    .route("/", topArtistRoutes(deps))
    .route("/", searchRoutes(deps))
    .route("/", playlistRoutes(deps))
    .route("/", heartRoutes(deps))
    .route("/", streamRoutes(deps))
    .route("/", audioRoutes(deps))
    .route("/", offlineRoutes(deps))
    .route("/", pictureRoutes(deps))
    .route("/", peaksRoutes(deps))
    .route("/", downloadRoutes(deps))
    .route("/", uploadRoutes(deps))
    .route("/", adminUploadRoutes(deps))
    .route("/", adminTrackRoutes(deps));
}
