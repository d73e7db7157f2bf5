import { cancelPolicyChange, changePolicy, policyVersions } from "@contract/calls/admin.ts";
import type { PolicyChangeRequest } from "@contract/requests/policy_change.ts";
import { askAsAdmin } from "../shell/admin_api.ts";
import { useAnswer, useChange } from "../shell/queries.ts";

const KEY = ["admin", "policy"];

/** The earning rules with who decided what. */
export function useAdminPolicy() {
  return useAnswer(KEY, policyVersions);
}

/** Changes the rules, now or from a moment on. */
export function useChangePolicy() {
  return useChange((body: PolicyChangeRequest) => askAsAdmin(changePolicy, { body }), { holds: KEY });
}

/** Takes a change back that has not taken effect. */
export function useCancelChange() {
  return useChange(
    ({ version, reason }: { version: number; reason: string }) =>
      askAsAdmin(cancelPolicyChange, { version, body: { reason } }),
    { holds: KEY },
  );
}
