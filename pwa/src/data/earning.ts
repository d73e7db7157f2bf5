import type { Earning } from "@contract/earning.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../lib/api.ts";
import { STALE } from "./query_client.ts";

/** What one earns today, what is left and what comes next. Plays and movements of money change it. */
export const earningQuery = queryOptions({
  queryKey: ["wallet", "earning"],
  queryFn: ({ signal }) => api<Earning>("/api/v1/earning", { signal }),
  staleTime: STALE.seconds,
});
