import type { Track } from "@contract/catalogue.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { type TrackPages, tracksOf, tracksQuery } from "../data/catalogue.ts";
import { ApiError } from "../lib/api_error.ts";

export interface SongList {
  status: "loading" | "failed" | "ready";
  tracks: readonly Track[];
  genres: readonly string[];
  /** The query behind the list: for more pages, trying again, and its age. */
  pages: TrackPages;
  /** All tracks that have come, of whatever genre. */
  all: TrackPages;
}

/**
 * The tracks of a genre, or of all when it is "". Once every track is here a genre is picked from them; until then the
 * service is asked, and what is here of it is shown meanwhile.
 */
export function useSongs(genre: string, list = ""): SongList {
  const all = useInfiniteQuery(tracksQuery({ list }));
  const isAllHere = all.data !== undefined && !all.hasNextPage;
  const asked = useInfiniteQuery({
    ...tracksQuery({ genre }),
    enabled: genre !== "" && list === "" && !isAllHere,
  });
  const data = useDeferredValue(all.data);
  const here = tracksOf(data);
  const isAsked = genre !== "" && list === "" && !isAllHere;
  const pages = isAsked ? asked : all;
  const tracks = isAsked && asked.data ? tracksOf(asked.data) : here.filter((track) => !genre || track.genre === genre);
  const genres = [...new Set([...here.map((track) => track.genre), genre].filter(Boolean))].sort();
  const isComing = data !== all.data;
  return { status: isComing && tracks.length === 0 ? "loading" : statusOf(pages, tracks), tracks, genres, pages, all };
}

function statusOf({ isPending, isError, error }: TrackPages, tracks: readonly Track[]): SongList["status"] {
  if (tracks.length > 0) return "ready";
  // A genre that is no genre has no tracks; nothing failed.
  if (isError) return error instanceof ApiError && error.status === 400 ? "ready" : "failed";
  return isPending ? "loading" : "ready";
}
