import type { Policy } from "@contract/policy.ts";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { api } from "./api.ts";
import { STALE } from "./query_client.ts";
import { shape } from "./shape.ts";

/** `GET /api/v1/policy`: the earning rules of now, and all that ever held. */
export interface Policies {
  current: Policy;
  history: readonly Policy[];
}

const reader = shape<Policies>({ current: (value) => typeof value === "object", history: Array.isArray });

/** The earning rules; anybody may ask. */
export function usePolicies(): UseQueryResult<Policies> {
  return useQuery({
    queryKey: ["listening", "policy"],
    queryFn: ({ signal }) => api("/api/v1/policy", { signal, reader }),
    staleTime: STALE.hour,
  });
}
