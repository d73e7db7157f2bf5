import type { Album, AlbumList } from "@contract/discover.ts";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { STALE } from "../../lib/query_client.ts";

/** The id of the newest album, "" where there is none; idle unless it `isAsked` for. */
export function useNewestAlbum(isAsked: boolean) {
  return useQuery({
    queryKey: ["catalogue", "newest-album"],
    queryFn: async ({ signal }) => (await api<AlbumList>("/api/v1/albums?limit=1", { signal })).albums[0]?._id ?? "",
    staleTime: STALE.minutes,
    enabled: isAsked,
  });
}

/** An album with its tracks, its artists, and more music. */
export function useAlbum(id: string) {
  return useQuery({
    queryKey: ["catalogue", "album", id],
    queryFn: ({ signal }) => api<Album>(`/api/v1/albums/${encodeURIComponent(id)}`, { signal }),
    staleTime: STALE.minutes,
    enabled: id !== "",
  });
}
