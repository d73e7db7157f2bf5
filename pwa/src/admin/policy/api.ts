import type { AdminPolicyAnswer } from "@contract/policy_rules.ts";
import type { PolicyChangeRequest } from "@contract/requests/policy_change.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { adminApi } from "../shell/admin_api.ts";

const PATH = "/api/v1/admin/policy";
const KEY = ["admin", "policy"];

/** The earning rules with who decided what. */
export function useAdminPolicy() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => adminApi<AdminPolicyAnswer>(PATH, { signal }) });
}

/** Changes the rules, at once or from a moment on. */
export function useChangePolicy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PolicyChangeRequest) => adminApi<AdminPolicyAnswer>(PATH, { method: "POST", body }),
    onSuccess: (answer) => client.setQueryData(KEY, answer),
  });
}

/** Takes a change back that has not taken effect. */
export function useCancelChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ version, reason }: { version: number; reason: string }) =>
      adminApi<AdminPolicyAnswer>(`${PATH}/${version}/cancel`, { method: "POST", body: { reason } }),
    onSuccess: (answer) => client.setQueryData(KEY, answer),
  });
}
