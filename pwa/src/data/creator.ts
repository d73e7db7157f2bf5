import type { CreatorSeries, CreatorStats, OwnCreatorProfile, SeriesUnit } from "@contract/creator.ts";
import type { CreatorEarnings } from "@contract/earnings.ts";
import type { OwnDuplicates } from "@contract/duplicates.ts";
import type { GiftPayouts, GiftsReceived, SupporterThanks } from "@contract/gifts.ts";
import type { SongFigures } from "@contract/insights.ts";
import type { MyTracks } from "@contract/uploads.ts";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { artistApi } from "../lib/acting.ts";
import { api } from "../lib/api.ts";
import { CREATOR_PROFILE_KEY } from "./creator_picture.ts";
import { STALE } from "./query_client.ts";

/** How often a track that is being prepared is asked about. */
const PREPARING_MS = 2_000;

/** The figures of the dashboard. */
export const creatorStatsQuery = queryOptions({
  queryKey: ["creator", "stats"],
  queryFn: ({ signal }) => artistApi<CreatorStats>("/api/v1/creator-stats", { signal }),
  staleTime: STALE.seconds,
});

/** What the creator earned, by kind and month. */
export const creatorEarningsQuery = queryOptions({
  queryKey: ["creator", "earnings"],
  queryFn: ({ signal }) => artistApi<CreatorEarnings>("/api/v1/creator-earnings", { signal }),
  staleTime: STALE.seconds,
});

/** The address of the plays over time; `ending` names another format. */
export function seriesPath(unit: SeriesUnit, trackId: string, ending = ""): string {
  const track = trackId === "" ? "" : `&trackId=${trackId}`;
  return `/api/v1/creator-stats/series${ending}?unit=${unit}${track}`;
}

/** The plays over time, of all tracks or of one. */
export function creatorSeriesQuery(unit: SeriesUnit, trackId: string) {
  return queryOptions({
    queryKey: ["creator", "series", unit, trackId],
    queryFn: ({ signal }) => artistApi<CreatorSeries>(seriesPath(unit, trackId), { signal }),
    staleTime: STALE.minute,
    placeholderData: keepPreviousData,
  });
}

/** The creator's own tracks, asked for again while Orin prepares one of them. */
export const myTracksQuery = queryOptions({
  queryKey: ["creator", "tracks"],
  queryFn: async ({ signal }) => (await artistApi<MyTracks>("/api/v1/my-tracks", { signal })).tracks,
  staleTime: STALE.seconds,
  refetchInterval: ({ state }) =>
    state.data?.some((track) => track.state === "processing" || track.replacement?.state === "processing")
      ? PREPARING_MS
      : false,
});

/** What each song has had since the beginning. */
export const songFiguresQuery = queryOptions({
  queryKey: ["creator", "songs"],
  queryFn: async ({ signal }) => (await artistApi<SongFigures>("/api/v1/creator-stats/songs", { signal })).songs,
  staleTime: STALE.minute,
});

/** What keeps the creator's songs from coming out because Orin had the recordings already. */
export const ownDuplicatesQuery = queryOptions({
  queryKey: ["creator", "duplicates"],
  queryFn: async ({ signal }) => (await artistApi<OwnDuplicates>("/api/v1/my-duplicates", { signal })).duplicates,
  staleTime: STALE.seconds,
});

/** The creator's own page as the form shows it. */
export const creatorProfileQuery = queryOptions({
  queryKey: CREATOR_PROFILE_KEY,
  queryFn: ({ signal }) => artistApi<OwnCreatorProfile>("/api/v1/creator-profile", { signal }),
  staleTime: STALE.seconds,
});

/** Gifts that listeners sent, with their words. */
export const giftsReceivedQuery = queryOptions({
  queryKey: ["creator", "gifts"],
  queryFn: ({ signal }) => artistApi<GiftsReceived>("/api/v1/gifts/received", { signal }),
  staleTime: STALE.seconds,
});

/** What the artist said to all who gave, and whether they can again. */
export const supporterThanksQuery = queryOptions({
  queryKey: ["creator", "gifts", "thanks"],
  queryFn: ({ signal }) => artistApi<SupporterThanks>("/api/v1/gifts/thanks", { signal }),
  staleTime: STALE.seconds,
});

/** Every gift with the payouts that it left with. */
export const giftPayoutsQuery = queryOptions({
  queryKey: ["creator", "gifts", "payouts"],
  queryFn: ({ signal }) => api<GiftPayouts>("/api/v1/gifts/payouts", { signal }),
  staleTime: STALE.seconds,
});
