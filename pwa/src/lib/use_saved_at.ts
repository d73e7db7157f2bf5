import type { UseQueryResult } from "@tanstack/react-query";
import { useIsSilent, useOnline } from "./connection.ts";

/**
 * When the shown answer was fetched, if it cannot be renewed now: offline, the last try failed, or it was saved by an
 * earlier page and this one got no answer. Epoch ms.
 */
export function useSavedAt(
  query: Pick<UseQueryResult, "data" | "dataUpdatedAt" | "isError" | "isRefetchError">,
): number | undefined {
  const isOnline = useOnline();
  const isUnanswered = useIsSilent() && query.dataUpdatedAt < performance.timeOrigin;
  const isOld = !isOnline || isUnanswered || query.isError || query.isRefetchError;
  // What was made here and never fetched has data all the same, and no age.
  const wasFetched = query.data !== undefined && query.dataUpdatedAt > 0;
  return wasFetched && isOld ? query.dataUpdatedAt : undefined;
}
