import { getEarning } from "@contract/calls/listening.ts";
import { ask } from "../lib/ask.ts";
import { queryOptions } from "@tanstack/react-query";
import { STALE } from "./query_client.ts";

/** What one earns today, what is left and what comes next. Plays and movements of money change it. */
export const earningQuery = queryOptions({
  queryKey: ["wallet", "earning"],
  queryFn: ({ signal }) => ask(getEarning, { signal }),
  staleTime: STALE.seconds,
});
