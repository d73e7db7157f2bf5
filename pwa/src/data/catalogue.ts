import {
  getAlbum,
  getHome,
  getTrack,
  listAlbums,
  listFollowedAlbums,
  listNewReleases,
  listTracks,
  topArtists,
} from "@contract/calls/catalogue.ts";
import { getArtist, listArtists } from "@contract/calls/artists.ts";
import { isFollowing } from "@contract/calls/social.ts";
import { ask } from "../lib/ask.ts";
import type { Track, TrackAnswer, TrackList } from "@contract/catalogue.ts";
import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  type UseInfiniteQueryResult,
  useQuery,
} from "@tanstack/react-query";
import { api } from "../lib/api.ts";
import { ApiError } from "../lib/api_error.ts";
import { STALE } from "./query_client.ts";

/** Published tracks of a genre or of all, newest first, page by page; or the one page of a slide's `list`. */
export function tracksQuery({ genre = "", list = "" }: { genre?: string; list?: string } = {}) {
  const query = list === "" ? { genre: genre || undefined } : { list };
  return trackPages(
    ["catalogue", "tracks", genre, list],
    (cursor, signal) => ask(listTracks, { query: { ...query, cursor }, signal }),
  );
}

/** New Releases. */
export const newReleasesQuery = trackPages(
  ["catalogue", "new-releases"],
  (cursor, signal) => ask(listNewReleases, { query: { cursor }, signal }),
);

export type TrackPages = UseInfiniteQueryResult<InfiniteData<TrackList>>;

function trackPages(
  queryKey: readonly string[],
  pageAt: (cursor: string | undefined, signal: AbortSignal) => Promise<TrackList>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const page = await pageAt(pageParam || undefined, signal);
      // The documents have a text for a list that is no success.
      if (!page.success || !Array.isArray(page.tracks)) throw new ApiError({ kind: "parse" });
      return page;
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    staleTime: STALE.minutes,
  });
}

/** The tracks of all pages, each one once, even if it moved between two pages. */
export function tracksOf(pages: TrackPages["data"]): readonly Track[] {
  const tracks = pages?.pages.flatMap((page) => page.tracks) ?? [];
  return [...new Map(tracks.map((track) => [track._id, track])).values()];
}

/** One published track, and where its album is. */
export function trackQuery(id: string) {
  return queryOptions({
    queryKey: ["catalogue", "track", id],
    queryFn: ({ signal }) => fetchTrack(id, signal),
    staleTime: STALE.minutes,
  });
}

/** A track as the service answers it now. */
export function fetchTrack(id: string, signal?: AbortSignal): Promise<TrackAnswer> {
  return ask(getTrack, { id, signal });
}

/** The waveform of a track as heights from 0 to 1; undefined until it is here, and where there is none. */
export function usePeaks(trackId: string, replaced = 0): readonly number[] | undefined {
  const address = `/media/peaks/${trackId}${replaced > 0 ? `?replaced=${replaced}` : ""}`;
  const { data } = useQuery({
    queryKey: ["peaks", address],
    queryFn: ({ signal }) => api<number[]>(address, { signal, withToken: false }),
    // A recording never changes, and another one has another address.
    staleTime: Infinity,
    retry: false,
  });
  return data;
}

/** All artists, most of them on one page. */
export const artistsQuery = queryOptions({
  queryKey: ["catalogue", "artists"],
  queryFn: ({ signal }) => ask(listArtists, { query: { limit: 200 }, signal }),
  staleTime: STALE.minutes,
});

/** Albums of the artists whom one follows, newest first. */
export const followedAlbumsQuery = queryOptions({
  queryKey: ["catalogue", "followed-albums"],
  queryFn: ({ signal }) => ask(listFollowedAlbums, { signal }),
  staleTime: STALE.minutes,
});

/** An artist with the newest tracks. */
export function artistQuery(id: string) {
  return queryOptions({
    queryKey: ["catalogue", "artist", id],
    queryFn: ({ signal }) => ask(getArtist, { id, signal }),
    staleTime: STALE.minute,
  });
}

/** Whether the listener follows an artist. */
export function followingQuery(artistId: string) {
  return queryOptions({
    queryKey: ["catalogue", "following", artistId],
    queryFn: ({ signal }) => ask(isFollowing, { id: artistId, signal }),
  });
}

/** The id of the newest album, "" where there is none. */
export const newestAlbumQuery = queryOptions({
  queryKey: ["catalogue", "newest-album"],
  queryFn: async ({ signal }) => (await ask(listAlbums, { query: { limit: 1 }, signal })).albums[0]?._id ?? "",
  staleTime: STALE.minutes,
});

/** An album with its tracks, its artists, and more music; idle without an id. */
export function albumQuery(id: string) {
  return queryOptions({
    queryKey: ["catalogue", "album", id],
    queryFn: ({ signal }) => ask(getAlbum, { id, signal }),
    staleTime: STALE.minutes,
    enabled: id !== "",
  });
}

/** The artists of the last seven days, most heard first. The first is the artist of the week. */
export const topArtistsQuery = queryOptions({
  queryKey: ["catalogue", "top-artists"],
  queryFn: ({ signal }) => ask(topArtists, { signal }),
  staleTime: STALE.minute,
});

/** What the first screen plays: today's mix, and for who is logged in the lists of one's own. */
export const homeQuery = queryOptions({
  queryKey: ["catalogue", "home"],
  queryFn: ({ signal }) => ask(getHome, { signal }),
  staleTime: STALE.minute,
});
