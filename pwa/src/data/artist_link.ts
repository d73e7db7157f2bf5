import { getArtistLink } from "@contract/calls/artists.ts";
import { askAsArtist } from "../lib/acting.ts";
import { queryOptions } from "@tanstack/react-query";
import { STALE } from "./query_client.ts";

/** One's link page, and how it was used. */
export const artistLinkQuery = queryOptions({
  queryKey: ["creator", "link"],
  queryFn: ({ signal }) => askAsArtist(getArtistLink, { signal }),
  staleTime: STALE.seconds,
});
