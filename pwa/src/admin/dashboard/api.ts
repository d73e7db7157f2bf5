import { dashboard } from "@contract/calls/admin.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import { useQuery } from "@tanstack/react-query";
import { STALE } from "../../data/query_client.ts";

/** Totals, what is new and how the service is; looked at again each minute while the screen is open. */
export function useStats() {
  return useQuery({
    queryKey: ["admin", "stats"],
    queryFn: ({ signal }) => askAsAdmin(dashboard, { signal }),
    staleTime: STALE.seconds,
    refetchInterval: STALE.minute,
  });
}
