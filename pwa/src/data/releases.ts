import { getRelease, listReleases } from "@contract/calls/releases.ts";
import { askAsArtist } from "../lib/acting.ts";
import type { Release } from "@contract/releases.ts";
import { queryOptions } from "@tanstack/react-query";
import { STALE } from "./query_client.ts";

/** How often a release with songs that are being prepared is asked about. */
const PREPARING_MS = 2_000;

/** The artist's releases, and what other artists ask. */
export const releasesQuery = queryOptions({
  queryKey: ["creator", "releases"],
  queryFn: ({ signal }) => askAsArtist(listReleases, { signal }),
  staleTime: STALE.seconds,
});

/** One release with its songs, asked for again while Orin prepares one of them. */
export function releaseQuery(id: string) {
  return queryOptions({
    queryKey: ["creator", "release", id],
    queryFn: async ({ signal }): Promise<Release> => {
      return (await askAsArtist(getRelease, { releaseId: id, signal })).release;
    },
    staleTime: STALE.seconds,
    refetchInterval: ({ state }) =>
      state.data?.songs.some((song) => song.readiness === "processing") ? PREPARING_MS : false,
  });
}
