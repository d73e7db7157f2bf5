import { searchTracks, searchTracksCsv } from "@contract/calls/catalogue.ts";
import { chosenOf } from "../parts/use_address.ts";
import { adminFile, askAsAdmin } from "../shell/admin_api.ts";
import { deleteTrack, getLyrics, takeDownLyrics } from "@contract/calls/uploads.ts";
import type { TrackSort } from "@contract/admin_tracks.ts";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { STALE } from "../../data/query_client.ts";
import { useChange } from "../shell/queries.ts";

interface TrackListing {
  q: string;
  sort: TrackSort;
  order: "asc" | "desc";
  narrow: Readonly<Record<"genre" | "state" | "from" | "to", string>>;
}

const PAGE = 50;
const LIST_KEY = ["admin", "tracks"] as const;

/** Every track that the search finds, in every state, a page at a time. */
export function useAllTracks(list: TrackListing) {
  const chosen = chosenIn(list);
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
  return useChange((trackId: string) => askAsAdmin(deleteTrack, { id: trackId }), {
    successRenews: [LIST_KEY, ["admin", "stats"]],
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
  return useChange(
    ({ trackId, reason }: { trackId: string; reason: string }) =>
      askAsAdmin(takeDownLyrics, { trackId, body: { reason } }),
    { successRenews: [LIST_KEY] },
  );
}

/** Saves every track that the list shows as a table. */
export function exportTracks(list: TrackListing): Promise<void> {
  return adminFile(searchTracksCsv, { query: chosenIn(list) });
}

function chosenIn({ q, sort, order, narrow }: TrackListing): Record<string, string> {
  return chosenOf({ q, sort, order, ...narrow });
}
