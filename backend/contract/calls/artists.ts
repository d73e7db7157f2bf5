import { as, callsOf } from "./call.ts";
import type { ArtistLink } from "../artist_link.ts";
import type { CreatorCard, CreatorProfile } from "../catalogue.ts";
import type { CreatorSeries, CreatorStats, OwnCreatorProfile } from "../creator.ts";
import type { CreatorEarnings } from "../earnings.ts";
import type { ComparedPlays, Insights, SongFigures, TrackMoments } from "../insights.ts";
import { ArtistLinkRequest, LinkQuery } from "../requests/artist_link.ts";
import { ArtistsQuery, TrackPageQuery } from "../requests/catalogue.ts";
import { CompareQuery, CreatorProfileUpdate, InsightQuery, SeriesQuery } from "../requests/creator.ts";

const music = callsOf("Music");
const creator = callsOf("Creators");
const playlist = callsOf("Playlists and hearts");

export const listArtists = music("GET /api/auth/creators", {
  does: "All artists",
  who: "everyone",
  query: ArtistsQuery,
  answers: as<CreatorCard[]>(),
  shows: ["artistPage"],
});

export const getArtist = music("GET /api/auth/creators/:id", {
  does: "One artist with tracks",
  who: "anyone",
  query: TrackPageQuery,
  answers: as<CreatorProfile>(),
  shows: ["artistPage", "publicContacts", "publicName"],
});

export const shortCreatorStats = music("GET /api/c1/s", {
  does: "Search tracks, artists and albums under its short path",
  who: "team: read",
  shows: ["hiddenListening", "namedListening", "commentsToArtists"],
});

export const creatorStats = creator("GET /api/v1/creator-stats", {
  does: "Your figures",
  who: "team: read",
  answers: as<CreatorStats>(),
  shows: ["hiddenListening", "namedListening", "commentsToArtists"],
});

export const creatorEarnings = creator("GET /api/v1/creator-earnings", {
  does: "What you earned by kind and month, and how it became your balance",
  who: "team: read",
  answers: as<CreatorEarnings>(),
});

export const statsSeries = creator("GET /api/v1/creator-stats/series", {
  does: "Your figures over time",
  who: "team: read",
  query: SeriesQuery,
  answers: as<CreatorSeries>(),
});

export const statsSeriesCsv = creator("GET /api/v1/creator-stats/series.csv", {
  does: "Your figures over time, as CSV",
  who: "team: read",
  query: SeriesQuery,
});

export const ownCreatorProfile = creator("GET /api/v1/creator-profile", {
  does: "Your artist's profile",
  who: "team: read",
  answers: as<OwnCreatorProfile>(),
});

export const changeCreatorProfile = creator("PUT /api/v1/update-profile", {
  does: "Change your artist's profile",
  who: "creator",
  body: CreatorProfileUpdate,
  answers: as<OwnCreatorProfile>(),
});

export const sharePage = music("GET /share/:handle", {
  does: "The page of an artist's songs that is made to be shared",
  who: "everyone",
  query: LinkQuery,
  shows: ["artistPage"],
});

export const followFromShare = music("GET /share/:handle/follow", {
  does: "From that page to following the artist",
  who: "everyone",
  query: LinkQuery,
});

export const getArtistLink = playlist("GET /api/v1/artist-link", {
  does: "Your link page, and how often it was used",
  who: "team: read",
  answers: as<ArtistLink>(),
});

export const changeArtistLink = playlist("PUT /api/v1/artist-link", {
  does: "Give your link page its address",
  who: "team: edit",
  body: ArtistLinkRequest,
  answers: as<ArtistLink>(),
});

export const creatorInsights = creator("GET /api/v1/creator-stats/insights", {
  does: "Who hears your music, beside the time before",
  who: "team: read",
  query: InsightQuery,
  answers: as<Insights>(),
  shows: ["listenerGroups"],
});

export const comparePlays = creator("GET /api/v1/creator-stats/compared", {
  does: "The plays of each day, of two of your songs or of two times",
  who: "team: read",
  query: CompareQuery,
  answers: as<ComparedPlays>(),
});

export const songFigures = creator("GET /api/v1/creator-stats/songs", {
  does: "Plays, listeners, savers and money of each of your songs",
  who: "team: read",
  answers: as<SongFigures>(),
  shows: ["listenerGroups"],
});

export const retentionCurve = creator("GET /api/v1/creator-stats/moments/:trackId", {
  does: "Which seconds of your song are heard",
  who: "team: read",
  query: InsightQuery,
  answers: as<TrackMoments>(),
  shows: ["listenerGroups"],
});
