import type { FreePlays, PlayHistory, PlayHistoryEntry, TrackEarnings } from "@contract/listening.ts";
import type { ListeningDays, MonthInReview } from "@contract/listening_days.ts";
import type { Policy, PolicyVersion } from "@contract/policy_rules.ts";
import { infiniteQueryOptions, queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../lib/api.ts";
import { notePremium } from "../lib/premium.ts";
import { getSession, useSession } from "../lib/session.ts";
import { STALE } from "./query_client.ts";

/** What today still gives. */
export const freePlaysQuery = queryOptions({
  queryKey: ["listening", "free-plays"],
  queryFn: async ({ signal }) => {
    const userId = getSession()?.userId;
    const answer = await api<FreePlays>("/api/v1/free-plays", { signal });
    notePremium(userId, answer.isSubscribed);
    return answer;
  },
  staleTime: STALE.seconds,
});

/** `freePlaysQuery` in a component; idle for visitors. */
export function useFreePlays() {
  return useQuery({ ...freePlaysQuery, enabled: useSession() !== null });
}

/** `GET /api/v1/policy`: the earning rules of now, and all that ever held or will. */
export interface Policies {
  current: Policy;
  history: readonly Policy[];
  /** The newest first. A copy from an older version of the app has none. */
  versions?: readonly PolicyVersion[];
}

/** The earning rules; anyone may ask. */
export const policiesQuery = queryOptions({
  queryKey: ["listening", "policy"],
  queryFn: ({ signal }) => api<Policies>("/api/v1/policy", { signal }),
  staleTime: STALE.hour,
});

/** The receipts of all plays, newest first, page by page. */
export const playHistoryQuery = infiniteQueryOptions({
  queryKey: ["listening", "history"],
  queryFn: ({ pageParam, signal }) => historyPage(pageParam, signal),
  initialPageParam: "",
  getNextPageParam: (page) => page.nextCursor,
  staleTime: STALE.seconds,
});

const TODAY = ["listening", "today"] as const;

/** The receipts from a moment on (epoch ms), such as the start of today. Idle for visitors. */
export function usePlaysSince(since: number) {
  return useQuery({
    queryKey: [...TODAY, since],
    queryFn: ({ signal }) => playsSince(since, signal),
    enabled: useSession() !== null,
    staleTime: STALE.seconds,
  });
}

/** What a track has earned the listener. */
export function trackEarningsQuery(trackId: string) {
  return queryOptions({
    queryKey: ["listening", "track", trackId],
    queryFn: ({ signal }) => api<TrackEarnings>(`/api/v1/track-earnings/${encodeURIComponent(trackId)}`, { signal }),
    staleTime: STALE.seconds,
  });
}

/** How the last seven days went, days in a row, and what a day brings. */
export const listeningDaysQuery = queryOptions({
  queryKey: ["listening", "days"],
  queryFn: ({ signal }) => api<ListeningDays>("/api/v1/listening-days", { signal }),
  staleTime: STALE.minute,
});

/** A month (YYYY-MM, in Lagos) to look back at. */
export function monthQuery(month: string) {
  return queryOptions({
    queryKey: ["listening", "month", month],
    queryFn: ({ signal }) => api<MonthInReview>(`/api/v1/month-in-review?month=${month}`, { signal }),
    staleTime: STALE.minute,
  });
}

/** The answers that every accepted play changes, beside the wallet's. */
export const CHANGED_BY_PLAYS = [
  ...[freePlaysQuery.queryKey, playHistoryQuery.queryKey, TODAY, listeningDaysQuery.queryKey],
];

function historyPage(cursor: string, signal: AbortSignal): Promise<PlayHistory> {
  const query = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`;
  return api<PlayHistory>(`/api/v1/play-history${query}`, { signal });
}

async function playsSince(since: number, signal: AbortSignal): Promise<PlayHistoryEntry[]> {
  const found: PlayHistoryEntry[] = [];
  for (let cursor: string | undefined = ""; cursor !== undefined;) {
    const page: PlayHistory = await historyPage(cursor, signal);
    const fresh = page.playHistory.filter((entry) => Date.parse(entry.playedAt) >= since);
    found.push(...fresh);
    cursor = fresh.length === page.playHistory.length ? page.nextCursor : undefined;
  }
  return found;
}
