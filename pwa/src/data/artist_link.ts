import type { ArtistLink } from "@contract/artist_link.ts";
import { queryOptions } from "@tanstack/react-query";
import { artistApi } from "../lib/acting.ts";
import { STALE } from "./query_client.ts";

/** One's link page, and how it was used. */
export const artistLinkQuery = queryOptions({
  queryKey: ["creator", "link"],
  queryFn: ({ signal }) => artistApi<ArtistLink>("/api/v1/artist-link", { signal }),
  staleTime: STALE.seconds,
});
