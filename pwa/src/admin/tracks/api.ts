import { searchTracks, searchTracksCsv } from "@contract/calls/catalogue.ts";
import { adminFile, askAsAdmin } from "../shell/admin_api.ts";
import { deleteTrack, getLyrics, takeDownLyrics } from "@contract/calls/uploads.ts";
import type { TrackSort } from "@contract/admin_tracks.ts";
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { STALE } from "../../data/query_client.ts";

interface TrackListing {
  q: string;
  sort: TrackSort;
  order: "asc" | "desc";
  narrow: Readonly<Record<"genre" | "state" | "from" | "to", string>>;
}

const PAGE = 50;
const LIST_KEY = ["admin", "tracks"] as const;

/** Every track that the search finds, in every state, a page at a time. */
export function useAllTracks({ q, sort, order, narrow }: TrackListing) {
  const chosen = chosenOf({ q, sort, order, narrow });
  return useInfiniteQuery({
    queryKey: [...LIST_KEY, chosen],
    queryFn: ({ pageParam, signal }) =>
      askAsAdmin(searchTracks, { query: { ...chosen, limit: PAGE, cursor: pageParam || undefined }, signal }),
    initialPageParam: "",
    getNextPageParam: (last) => last.length < PAGE ? undefined : last.at(-1)?._id,
    placeholderData: keepPreviousData,
    staleTime: STALE.seconds,
  });
}

/** Takes a track away; lists and figures follow. */
export function useDeleteTrack() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (trackId: string) => askAsAdmin(deleteTrack, { id: trackId }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: LIST_KEY }),
        client.invalidateQueries({ queryKey: ["admin", "stats"] }),
      ]),
  });
}

/** What is sung in a song that is out, as listeners read it; null where there is nothing. */
export function useLyricsOf(trackId: string) {
  return useQuery({
    queryKey: ["admin", "lyrics", trackId],
    queryFn: async ({ signal }) => (await askAsAdmin(getLyrics, { trackId, signal })).lyrics,
  });
}

/** Takes a song's lyrics away; its artist gets the reason. */
export function useTakeLyricsDown() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ trackId, reason }: { trackId: string; reason: string }) =>
      askAsAdmin(takeDownLyrics, { trackId, body: { reason } }),
    onSuccess: () => client.invalidateQueries({ queryKey: LIST_KEY }),
  });
}

/** Saves every track that the list shows as a table. */
export function exportTracks({ q, sort, order, narrow }: TrackListing): Promise<void> {
  return adminFile(searchTracksCsv, { query: chosenOf({ q, sort, order, narrow }) });
}

function chosenOf({ narrow, ...list }: TrackListing): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...list, ...narrow }).filter(([, value]) => value !== ""));
}
