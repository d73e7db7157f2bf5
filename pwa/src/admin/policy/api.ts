import { cancelPolicyChange, changePolicy, policyVersions } from "@contract/calls/admin.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import type { PolicyChangeRequest } from "@contract/requests/policy_change.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

const KEY = ["admin", "policy"];

/** The earning rules with who decided what. */
export function useAdminPolicy() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => askAsAdmin(policyVersions, { signal }) });
}

/** Changes the rules, now or from a moment on. */
export function useChangePolicy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PolicyChangeRequest) => askAsAdmin(changePolicy, { body }),
    onSuccess: (answer) => client.setQueryData(KEY, answer),
  });
}

/** Takes a change back that has not taken effect. */
export function useCancelChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ version, reason }: { version: number; reason: string }) =>
      askAsAdmin(cancelPolicyChange, { version, body: { reason } }),
    onSuccess: (answer) => client.setQueryData(KEY, answer),
  });
}
