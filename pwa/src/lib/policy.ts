import type { Policy } from "@contract/policy.ts";
import type { PolicyVersion } from "@contract/policy_change.ts";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { api } from "./api.ts";
import { STALE } from "./query_client.ts";

export type ShownVersion = PolicyVersion;

/** `GET /api/v1/policy`: the earning rules of now, and all that ever held or will. */
export interface Policies {
  current: Policy;
  history: readonly Policy[];
  /** The newest first. A copy that was saved before they were told has none. */
  versions?: readonly ShownVersion[];
}

/** The earning rules; anyone may ask. */
export function usePolicies(): UseQueryResult<Policies> {
  return useQuery({
    queryKey: ["listening", "policy"],
    queryFn: ({ signal }) => api<Policies>("/api/v1/policy", { signal }),
    staleTime: STALE.hour,
  });
}
