import type { AdminPolicyAnswer, PolicyChangeRequest } from "@contract/policy_change.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { shape } from "../../lib/shape.ts";
import { adminApi } from "../shell/admin_api.ts";

const PATH = "/api/v1/admin/policy";
const KEY = ["admin", "policy"];
const reader = shape<AdminPolicyAnswer>({ current: (value) => typeof value === "object", versions: Array.isArray });

/** The earning rules with who decided what. */
export function useAdminPolicy() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => adminApi(PATH, { signal, reader }) });
}

/** Changes the rules, at once or from a moment on. */
export function useChangePolicy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PolicyChangeRequest) => adminApi(PATH, { method: "POST", body, reader }),
    onSuccess: (answer) => client.setQueryData(KEY, answer),
  });
}

/** Takes a change back that has not taken effect. */
export function useCancelChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ version, reason }: { version: number; reason: string }) =>
      adminApi(`${PATH}/${version}/cancel`, { method: "POST", body: { reason }, reader }),
    onSuccess: (answer) => client.setQueryData(KEY, answer),
  });
}
