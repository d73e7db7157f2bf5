import { infiniteQueryOptions, queryOptions, useQuery } from "@tanstack/react-query";
import {
  getEarning,
  getFreePlays,
  getPolicy,
  listeningDays,
  monthInReview,
  playHistory,
  trackEarnings,
} from "@contract/calls/listening.ts";
import type { PlayHistory, PlayHistoryEntry } from "@contract/listening.ts";
import { ask } from "../lib/ask.ts";
import { notePremium } from "../lib/premium.ts";
import { getSession, useSession } from "../lib/session.ts";
import { STALE } from "./query_client.ts";

/** What today still gives. */
export const freePlaysQuery = queryOptions({
  queryKey: ["listening", "free-plays"],
  queryFn: async ({ signal }) => {
    const userId = getSession()?.userId;
    const answer = await ask(getFreePlays, { signal });
    notePremium(userId, answer.isSubscribed);
    return answer;
  },
  staleTime: STALE.seconds,
});

/** `freePlaysQuery` in a component; idle for visitors. */
export function useFreePlays() {
  return useQuery({ ...freePlaysQuery, enabled: useSession() !== null });
}

/** The earning rules; anyone may ask. */
export const policiesQuery = queryOptions({
  queryKey: ["listening", "policy"],
  queryFn: ({ signal }) => ask(getPolicy, { signal }),
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
    queryFn: ({ signal }) => ask(trackEarnings, { trackId, signal }),
    staleTime: STALE.seconds,
  });
}

/** How the last seven days went, days in a row, and what a day brings. */
export const listeningDaysQuery = queryOptions({
  queryKey: ["listening", "days"],
  queryFn: ({ signal }) => ask(listeningDays, { signal }),
  staleTime: STALE.minute,
});

/** A month (YYYY-MM, in Lagos) to look back at. */
export function monthQuery(month: string) {
  return queryOptions({
    queryKey: ["listening", "month", month],
    queryFn: ({ signal }) => ask(monthInReview, { query: { month }, signal }),
    staleTime: STALE.minute,
  });
}

/** The answers that every accepted play changes, beside the wallet's. */
export const CHANGED_BY_PLAYS = [
  ...[freePlaysQuery.queryKey, playHistoryQuery.queryKey, TODAY, listeningDaysQuery.queryKey],
];

function historyPage(cursor: string, signal: AbortSignal): Promise<PlayHistory> {
  return ask(playHistory, { query: { cursor: cursor || undefined }, signal });
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

/** What one earns today, what is left and what comes next. Plays and movements of money change it. */
export const earningQuery = queryOptions({
  queryKey: ["wallet", "earning"],
  queryFn: ({ signal }) => ask(getEarning, { signal }),
  staleTime: STALE.seconds,
});
