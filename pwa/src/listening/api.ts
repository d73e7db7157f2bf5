import type { PlayHistory, PlayHistoryEntry } from "@contract/listening.ts";
import type { WithdrawalSummary } from "@contract/wallet.ts";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api } from "../lib/api.ts";
import { useOutboxSnapshot } from "../lib/app_outbox.ts";
import { FREE_PLAYS_KEY } from "../lib/free_plays.ts";
import { STALE } from "../lib/query_client.ts";
import { useSession } from "../lib/session.ts";

const HISTORY = ["listening", "history"] as const;
const TODAY = ["listening", "today"] as const;
const SUMMARY = ["wallet", "summary"] as const;
/** What plays change once they are in. */
const CHANGED_BY_PLAYS = [FREE_PLAYS_KEY, HISTORY, TODAY, SUMMARY];

/** The listener's money, as the service books it. */
export function useWalletSummary() {
  return useQuery({
    queryKey: SUMMARY,
    queryFn: ({ signal }) => api<WithdrawalSummary>("/api/v1/withdrawal-summary", { signal }),
    enabled: useSession() !== null,
    staleTime: STALE.seconds,
  });
}

/** The receipts of all plays, newest first, page by page. */
export function usePlayHistory() {
  return useInfiniteQuery({
    queryKey: HISTORY,
    queryFn: ({ pageParam, signal }) => fetchHistory(pageParam, signal),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    staleTime: STALE.seconds,
  });
}

/** The receipts from a moment on (epoch ms), such as the start of today. Idle for visitors. */
export function usePlaysSince(since: number) {
  return useQuery({
    queryKey: [...TODAY, since],
    queryFn: ({ signal }) => fetchSince(since, signal),
    enabled: useSession() !== null,
    staleTime: STALE.seconds,
  });
}

/** Asks again for everything that plays change, whenever the service has answered for some. */
export function useRefreshOnReward(): void {
  const client = useQueryClient();
  const answeredAt = useOutboxSnapshot()?.lastFlush?.at;
  const known = useRef(answeredAt);
  useEffect(() => {
    // The first value is from before this screen.
    const isNews = known.current !== undefined && answeredAt !== undefined && answeredAt > known.current;
    known.current = answeredAt;
    if (isNews) { for (const queryKey of CHANGED_BY_PLAYS) void client.invalidateQueries({ queryKey }); }
  }, [client, answeredAt]);
}

function fetchHistory(cursor: string, signal: AbortSignal): Promise<PlayHistory> {
  const query = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`;
  return api<PlayHistory>(`/api/v1/play-history${query}`, { signal });
}

async function fetchSince(since: number, signal: AbortSignal): Promise<PlayHistoryEntry[]> {
  const found: PlayHistoryEntry[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined;) {
    const page: PlayHistory = await fetchHistory(cursor, signal);
    const fresh = page.playHistory.filter((entry) => Date.parse(entry.playedAt) >= since);
    found.push(...fresh);
    cursor = fresh.length === page.playHistory.length ? page.nextCursor : undefined;
  }
  return found;
}
