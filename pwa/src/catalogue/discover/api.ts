import type { TopArtists } from "@contract/discover.ts";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { STALE } from "../../lib/query_client.ts";
import { shape } from "../../lib/shape.ts";

const topArtists = shape<TopArtists>({
  artists: Array.isArray,
  totals: (value) => typeof value === "object" && value !== null,
});

/** The artists of the last seven days, most heard first. The first is the artist of the week. */
export function useTopArtists() {
  return useQuery({
    queryKey: ["catalogue", "top-artists"],
    queryFn: ({ signal }) => api("/api/v1/top-artists", { signal, reader: topArtists }),
    staleTime: STALE.minute,
  });
}
