import { Routes } from "../http/routes.ts";
import type { Deps } from "../deps.ts";
import { adminTrackRoutes, trackRoutes } from "./track/routes.ts";
import { adminUploadRoutes, albumRoutes, homeRoutes, topArtistRoutes } from "./discover/routes.ts";
import { audioRoutes, downloadRoutes, peaksRoutes, pictureRoutes, streamRoutes } from "./stream/routes.ts";
import { creditRoutes } from "./song_credits/routes.ts";
import { releaseRoutes, upcomingRoutes } from "./release/routes.ts";
import { cardRoutes } from "./card/routes.ts";
import { creatorRoutes } from "./artist/routes.ts";
import { offlineRoutes } from "./offline_licence/routes.ts";
import { insightRoutes } from "./insight/routes.ts";
import { matchRoutes } from "./match/routes.ts";
import { linkRoutes } from "./link/routes.ts";
import { lyricsRoutes } from "./lyrics/routes.ts";
import { playlistRoutes } from "./playlist/routes.ts";
import { duplicateRoutes } from "./duplicate/routes.ts";
import { radioRoutes } from "./radio/routes.ts";
import { splitRoutes } from "./split/routes.ts";
import { resumableRoutes } from "./resumable/routes.ts";
import { profilePictureRoutes } from "./picture/routes.ts";
import { sitemapRoutes } from "./sitemap/routes.ts";
import { searchRoutes } from "./search/routes.ts";
import { recordingRoutes, uploadRoutes } from "./upload/routes.ts";

/** Tracks, artists, streams, covers, downloads. */
export function catalogueRoutes(deps: Deps) {
  return new Routes(deps)
    .include(trackRoutes(deps))
    .include(creatorRoutes(deps))
    .include(albumRoutes(deps))
    .include(homeRoutes(deps))
    .include(topArtistRoutes(deps))
    .include(searchRoutes(deps))
    .include(insightRoutes(deps))
    .include(matchRoutes(deps))
    .include(playlistRoutes(deps))
    .include(radioRoutes(deps))
    .include(streamRoutes(deps))
    .include(audioRoutes(deps))
    .include(offlineRoutes(deps))
    .include(cardRoutes(deps))
    .include(pictureRoutes(deps))
    .include(profilePictureRoutes(deps))
    .include(peaksRoutes(deps))
    .include(downloadRoutes(deps))
    .include(uploadRoutes(deps))
    .include(resumableRoutes(deps))
    .include(recordingRoutes(deps))
    .include(duplicateRoutes(deps))
    .include(lyricsRoutes(deps))
    .include(splitRoutes(deps))
    .include(linkRoutes(deps))
    .include(releaseRoutes(deps))
    .include(upcomingRoutes(deps))
    .include(creditRoutes(deps))
    .include(sitemapRoutes(deps))
    .include(adminUploadRoutes(deps))
    .include(adminTrackRoutes(deps));
}
