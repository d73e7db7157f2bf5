import type { AdminStats } from "@contract/admin_stats.ts";
import { useQuery } from "@tanstack/react-query";
import { STALE } from "../../data/query_client.ts";
import { adminApi } from "../shell/admin_api.ts";

/** Totals, what is new and how the service is; looked at again each minute while the screen is open. */
export function useStats() {
  return useQuery({
    queryKey: ["admin", "stats"],
    queryFn: ({ signal }) => adminApi<AdminStats>("/api/v1/stats", { signal }),
    staleTime: STALE.seconds,
    refetchInterval: STALE.minute,
  });
}
