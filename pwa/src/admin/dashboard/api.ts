import { dashboard } from "@contract/calls/admin.ts";
import { STALE } from "../../data/query_client.ts";
import { useAnswer } from "../shell/queries.ts";

/** Totals, what is new and how the service is; looked at again each minute while the screen is open. */
export function useStats() {
  return useAnswer(["admin", "stats"], dashboard, {}, { staleTime: STALE.seconds, refetchInterval: STALE.minute });
}
