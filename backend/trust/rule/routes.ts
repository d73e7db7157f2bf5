import * as calls from "../../contract/calls/trust.ts";
import { Routes } from "../../http/routes.ts";
import type { TrustRulesAnswer } from "../../contract/trust_rules.ts";
import type { Deps } from "../../deps.ts";
import { listRules } from "./trial.ts";

/** The rules of trust for admins. */
export function ruleRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.listRules, (c) => {
      return c.json({ rules: listRules() } satisfies TrustRulesAnswer, 200);
    });
}
