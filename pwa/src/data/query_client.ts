import { onlineManager, type Query, QueryClient } from "@tanstack/react-query";
import { isTemporary } from "../lib/api_error.ts";
import { isOnline, subscribeOnline } from "../lib/connection.ts";

/** How long an answer counts as fresh. */
export const STALE = { seconds: 15_000, minute: 60_000, minutes: 5 * 60_000, hour: 3_600_000 } as const;

/** The first part of a query's key. Those in `KEPT_ROOTS` are kept on the device, so their screens open offline. */
export const KEPT_ROOTS: ReadonlySet<unknown> = new Set([
  ...["catalogue", "listening", "playlist", "profile", "search", "sessions", "social", "subscription", "wallet"],
]);

/** Of the creator's area: what the second part of a key says. Sums are shown with their age. */
export const KEPT_OF_CREATORS: ReadonlySet<unknown> = new Set(["stats", "series", "royalties", "posts", "gifts"]);

const MAX_RETRIES = 2;
/**
 * Twice as long before the second. The reader learns what failed within five seconds, also where the service is slow.
 */
const FIRST_RETRY_MS = 500;
/** A screen that failed for a moment's reason asks again by itself, each time after twice as long. */
const FIRST_AGAIN_MS = 5_000;
const LAST_AGAIN_MS = 60_000;

/** The query client of the app: online by outcomes, cached data stays on the screen when a refresh fails. */
export function createQueryClient(): QueryClient {
  onlineManager.setEventListener((setOnline) => {
    const tell = () => setOnline(isOnline());
    tell();
    return subscribeOnline(tell);
  });
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // The first try always goes out: the connection's state is a guess until a call met it.
        networkMode: "offlineFirst",
        staleTime: STALE.minute,
        gcTime: 24 * STALE.hour,
        retry: (failures, error) => failures < MAX_RETRIES && isOnline() && isTemporary(error),
        retryDelay: (failures) => FIRST_RETRY_MS * 2 ** failures,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
  client.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "error") askAgain(event.query);
  });
  return client;
}

/** What is on the screen without an answer is asked for once more. Without a network it is when there is one again. */
function askAgain(query: Query): void {
  const isMissing = () => query.isActive() && query.state.data === undefined && isTemporary(query.state.error);
  if (!isMissing()) return;
  const waitMs = Math.min(LAST_AGAIN_MS, FIRST_AGAIN_MS * 2 ** (query.state.errorUpdateCount - 1));
  setTimeout(() => {
    if (isMissing() && isOnline() && document.visibilityState === "visible") query.fetch().catch(() => undefined);
  }, waitMs);
}
