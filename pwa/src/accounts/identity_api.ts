import { getIdentity, proveIdentity } from "@contract/calls/trust.ts";
import { ask } from "../lib/ask.ts";
import type { ProveIdentityRequest } from "@contract/requests/identity.ts";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { profileQuery } from "../data/account.ts";
import { levelQuery } from "../data/level.ts";
import { useRefreshMoney } from "../data/wallet.ts";

const WATCH_MS = 3_000;

/** The bank behind the provider can be slow. */
const PATIENT_MS = 45_000;

const identityQuery = queryOptions({
  queryKey: [...profileQuery.queryKey, "identity"],
  queryFn: ({ signal }) => ask(getIdentity, { signal }),
  refetchInterval: ({ state }) => state.data?.status === "waiting" ? WATCH_MS : false,
});

/** How far the proof is, asked for again until there is a result; the level and the money follow it. */
export function useIdentity() {
  const client = useQueryClient();
  const refreshMoney = useRefreshMoney();
  const query = useQuery(identityQuery);
  const status = query.data?.status;
  const before = useRef(status);
  useEffect(() => {
    if (before.current === "waiting" && status === "proven") {
      void client.invalidateQueries({ queryKey: levelQuery.queryKey });
      void refreshMoney();
    }
    before.current = status;
  });
  return query;
}

/** Sends the BVN to be checked. It is kept in no cache: only the answer is. */
export function useProveIdentity() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ProveIdentityRequest) => ask(proveIdentity, { body, timeoutMs: PATIENT_MS }),
    onSuccess: (answer) => client.setQueryData(identityQuery.queryKey, answer),
    gcTime: 0,
  });
}
