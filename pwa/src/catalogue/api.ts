import type { CreatorCard, CreatorProfile, Track, TrackAnswer, TrackList } from "@contract/catalogue.ts";
import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult, useQuery } from "@tanstack/react-query";
import { api } from "../lib/api.ts";
import { STALE } from "../lib/query_client.ts";

export type TrackPages = UseInfiniteQueryResult<InfiniteData<TrackList>>;

/** Published tracks of a genre or of all, newest first, page by page; or the one page of a slide's `list`. */
export function useTracks(
  { genre = "", list = "", enabled = true }: { genre?: string; list?: string; enabled?: boolean } = {},
): TrackPages {
  const query = list === "" ? genre && `?genre=${encodeURIComponent(genre)}` : `?list=${list}`;
  return useTrackPages(["catalogue", "tracks", genre, list], { path: `/api/v1/tracks${query}`, enabled });
}

/** One published track, such as a link names, and where its album is. */
export function useTrack(id: string) {
  return useQuery({
    queryKey: ["catalogue", "track", id],
    queryFn: ({ signal }) => fetchTrack(id, signal),
    staleTime: STALE.minutes,
  });
}

/** A track as the service answers it now. */
export function fetchTrack(id: string, signal?: AbortSignal): Promise<TrackAnswer> {
  return api<TrackAnswer>(`/api/v1/tracks/${encodeURIComponent(id)}`, { signal });
}

/** New Releases. */
export function useNewReleases(): TrackPages {
  return useTrackPages(["catalogue", "new-releases"], { path: "/api/v1/tracks/admin-uploads", enabled: true });
}

function useTrackPages(queryKey: readonly string[], { path, enabled }: { path: string; enabled: boolean }): TrackPages {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => api<TrackList>(withCursor(path, pageParam), { signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    staleTime: STALE.minutes,
    enabled,
  });
}

function withCursor(path: string, cursor: string): string {
  return cursor === "" ? path : `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`;
}

/** The tracks of all pages; one that moved between two pages stands once. */
export function tracksOf(pages: TrackPages["data"]): readonly Track[] {
  const tracks = pages?.pages.flatMap((page) => page.tracks) ?? [];
  return [...new Map(tracks.map((track) => [track._id, track])).values()];
}

/** All artists, most of them on one page. */
export function useArtists() {
  return useQuery({
    queryKey: ["catalogue", "artists"],
    queryFn: ({ signal }) => api<CreatorCard[]>("/api/auth/creators?limit=200", { signal }),
    staleTime: STALE.minutes,
  });
}

/** Where an artist's page is kept. */
export function artistKey(id: string): readonly string[] {
  return ["catalogue", "artist", id];
}

/** An artist with the newest tracks. */
export function useArtist(id: string) {
  return useQuery({
    queryKey: artistKey(id),
    queryFn: ({ signal }) => api<CreatorProfile>(`/api/auth/creators/${encodeURIComponent(id)}`, { signal }),
    staleTime: STALE.minute,
  });
}
