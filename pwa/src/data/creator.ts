import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  creatorEarnings,
  creatorStats,
  getArtistLink,
  ownCreatorProfile,
  songFigures,
  statsSeries,
} from "@contract/calls/artists.ts";
import { getThanks, receivedGifts, traceGifts } from "@contract/calls/gifts.ts";
import { royaltyMonth, royaltyYear } from "@contract/calls/royalties.ts";
import { getLyricsSource, listMyTracks, listOwnDuplicates } from "@contract/calls/uploads.ts";
import type { SeriesUnit } from "@contract/creator.ts";
import type { OwnLyrics } from "@contract/lyrics.ts";
import { askAsArtist } from "../lib/acting.ts";
import { ask } from "../lib/ask.ts";
import { CREATOR_PROFILE_KEY } from "./creator_picture.ts";
import { STALE } from "./query_client.ts";

/** How often a track that is being prepared is asked about. */
const PREPARING_MS = 2_000;

/** The figures of the dashboard. */
export const creatorStatsQuery = queryOptions({
  queryKey: ["creator", "stats"],
  queryFn: ({ signal }) => askAsArtist(creatorStats, { signal }),
  staleTime: STALE.seconds,
});

/** What the creator earned, by kind and month. */
export const creatorEarningsQuery = queryOptions({
  queryKey: ["creator", "earnings"],
  queryFn: ({ signal }) => askAsArtist(creatorEarnings, { signal }),
  staleTime: STALE.seconds,
});

/** The plays over time, of all tracks or of one. */
export function creatorSeriesQuery(unit: SeriesUnit, trackId: string) {
  return queryOptions({
    queryKey: ["creator", "series", unit, trackId],
    queryFn: ({ signal }) => askAsArtist(statsSeries, { query: { unit, trackId: trackId || undefined }, signal }),
    staleTime: STALE.minute,
    placeholderData: keepPreviousData,
  });
}

/** The creator's own tracks, asked for again while Orin prepares one of them. */
export const myTracksQuery = queryOptions({
  queryKey: ["creator", "tracks"],
  queryFn: async ({ signal }) => (await askAsArtist(listMyTracks, { signal })).tracks,
  staleTime: STALE.seconds,
  refetchInterval: ({ state }) =>
    state.data?.some((track) => track.state === "processing" || track.replacement?.state === "processing")
      ? PREPARING_MS
      : false,
});

/** What each song has had since the beginning. */
export const songFiguresQuery = queryOptions({
  queryKey: ["creator", "songs"],
  queryFn: async ({ signal }) => (await askAsArtist(songFigures, { signal })).songs,
  staleTime: STALE.minute,
});

/** What keeps the creator's songs from coming out because Orin had the recordings already. */
export const ownDuplicatesQuery = queryOptions({
  queryKey: ["creator", "duplicates"],
  queryFn: async ({ signal }) => (await askAsArtist(listOwnDuplicates, { signal })).duplicates,
  staleTime: STALE.seconds,
});

/** The creator's own page as the form shows it. */
export const creatorProfileQuery = queryOptions({
  queryKey: CREATOR_PROFILE_KEY,
  queryFn: ({ signal }) => askAsArtist(ownCreatorProfile, { signal }),
  staleTime: STALE.seconds,
});

/** Gifts that listeners sent, with their words. */
export const giftsReceivedQuery = queryOptions({
  queryKey: ["creator", "gifts"],
  queryFn: ({ signal }) => askAsArtist(receivedGifts, { signal }),
  staleTime: STALE.seconds,
});

/** What the artist said to all who gave, and whether they can again. */
export const supporterThanksQuery = queryOptions({
  queryKey: ["creator", "gifts", "thanks"],
  queryFn: ({ signal }) => askAsArtist(getThanks, { signal }),
  staleTime: STALE.seconds,
});

/** Every gift with the payouts that it left with. */
export const giftPayoutsQuery = queryOptions({
  queryKey: ["creator", "gifts", "payouts"],
  queryFn: ({ signal }) => ask(traceGifts, { signal }),
  staleTime: STALE.seconds,
});

/** One's link page, and how it was used. */
export const artistLinkQuery = queryOptions({
  queryKey: ["creator", "link"],
  queryFn: ({ signal }) => askAsArtist(getArtistLink, { signal }),
  staleTime: STALE.seconds,
});

/** The lyrics of one's own song as they were given, to change them. */
export function lyricsSourceQuery(trackId: string) {
  return queryOptions({
    queryKey: ["creator", "lyrics", trackId],
    queryFn: async ({ signal }): Promise<OwnLyrics | null> =>
      (await askAsArtist(getLyricsSource, { trackId, signal })).source,
    staleTime: 0,
    gcTime: 0,
  });
}

/** A creator's royalties of a year; 0 for this one. */
export function royaltyYearQuery(year: number) {
  return queryOptions({
    queryKey: ["creator", "royalties", "year", year],
    queryFn: ({ signal }) => askAsArtist(royaltyYear, { query: { year: year === 0 ? undefined : year }, signal }),
    staleTime: STALE.minute,
    placeholderData: keepPreviousData,
  });
}

/** A month of them, song by song; idle without a month. */
export function royaltyMonthQuery(month: string) {
  return queryOptions({
    queryKey: ["creator", "royalties", "month", month],
    queryFn: ({ signal }) => askAsArtist(royaltyMonth, { query: { month }, signal }),
    staleTime: STALE.minute,
    enabled: month !== "",
  });
}
