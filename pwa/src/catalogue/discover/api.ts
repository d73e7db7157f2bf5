import type { TopArtists } from "@contract/discover.ts";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { STALE } from "../../lib/query_client.ts";

/** The artists of the last seven days, most heard first. The first is the artist of the week. */
export function useTopArtists() {
  return useQuery({
    queryKey: ["catalogue", "top-artists"],
    queryFn: ({ signal }) => api<TopArtists>("/api/v1/top-artists", { signal }),
    staleTime: STALE.minute,
  });
}
