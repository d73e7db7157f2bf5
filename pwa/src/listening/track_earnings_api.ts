import type { TrackEarnings } from "@contract/listening.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../lib/api.ts";
import { useOutboxSnapshot } from "../lib/app_outbox.ts";
import { STALE } from "../lib/query_client.ts";

/** The service adds a report up in a moment; by then the sum has it. */
const ADDED_UP_MS = 2_000;

/** What a track has earned the listener; asked again after each report of a play. */
export function useTrackEarnings(trackId: string) {
  const client = useQueryClient();
  const answeredAt = useOutboxSnapshot()?.lastFlush?.at;
  useEffect(() => {
    if (answeredAt === undefined || Date.now() - answeredAt > ADDED_UP_MS) return;
    const ask = () => void client.invalidateQueries({ queryKey: keyOf(trackId) });
    const timer = setTimeout(ask, ADDED_UP_MS);
    return () => clearTimeout(timer);
  }, [client, trackId, answeredAt]);
  return useQuery({
    queryKey: keyOf(trackId),
    queryFn: ({ signal }) => api<TrackEarnings>(`/api/v1/track-earnings/${encodeURIComponent(trackId)}`, { signal }),
    staleTime: STALE.seconds,
  });
}

function keyOf(trackId: string): readonly string[] {
  return ["listening", "track", trackId];
}
