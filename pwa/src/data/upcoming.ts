import { getUpcoming } from "@contract/calls/releases.ts";
import { getCredits } from "@contract/calls/uploads.ts";
import { ask } from "../lib/ask.ts";
import { queryOptions } from "@tanstack/react-query";
import { STALE } from "./query_client.ts";

/** What everybody sees of a release before it is out. */
export function upcomingQuery(id: string) {
  return queryOptions({
    queryKey: ["catalogue", "upcoming", id],
    queryFn: ({ signal }) => ask(getUpcoming, { releaseId: id, signal }),
    staleTime: STALE.seconds,
  });
}

/** Who made a song. */
export function creditsQuery(trackId: string) {
  return queryOptions({
    queryKey: ["catalogue", "credits", trackId],
    queryFn: ({ signal }) => ask(getCredits, { trackId, signal }),
    staleTime: STALE.minutes,
  });
}
