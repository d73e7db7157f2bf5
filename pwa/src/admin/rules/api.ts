import type { RuleTrial, TrustRulesAnswer } from "@contract/trust_rules.ts";
import { useQuery } from "@tanstack/react-query";
import { adminApi } from "../shell/admin_api.ts";

const PATH = "/api/v1/admin/rules";
const KEY = ["admin", "rules"];

/** What to try: empty texts are left out of the call, so that the rule's own values hold. */
export type TrialSearch = {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
  readonly threshold: string;
  readonly points: string;
};

/** Every rule as it is now. */
export function useRules() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => adminApi<TrustRulesAnswer>(PATH, { signal }) });
}

/** What a rule would have voided; nothing is asked while no rule is chosen. */
export function useTrial({ rule, ...search }: TrialSearch) {
  const query = new URLSearchParams(Object.entries(search).filter(([, text]) => text !== ""));
  return useQuery({
    queryKey: [...KEY, rule, query.toString()],
    queryFn: ({ signal }) => adminApi<RuleTrial>(`${PATH}/${encodeURIComponent(rule)}/trial?${query}`, { signal }),
    enabled: rule !== "",
    retry: false,
  });
}
