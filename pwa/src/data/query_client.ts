import { onlineManager, QueryClient } from "@tanstack/react-query";
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

/** The query client of the app: online by outcomes, cached data stays on the screen when a refresh fails. */
export function createQueryClient(): QueryClient {
  onlineManager.setEventListener((setOnline) => {
    const tell = () => setOnline(isOnline());
    tell();
    return subscribeOnline(tell);
  });
  return new QueryClient({
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
}
