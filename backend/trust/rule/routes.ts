import * as calls from "../../contract/calls/trust.ts";
import { Routes } from "../../http/routes.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { RuleTrial, TrustRulesAnswer } from "../../contract/trust_rules.ts";
import type { Deps } from "../../deps.ts";
import { listRules, tryRule } from "./trial.ts";

/** The rules of trust for admins, and what one would have voided. Nothing here changes anything. */
export function ruleRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.listRules, (c) => {
      return c.json({ rules: listRules() } satisfies TrustRulesAnswer, 200);
    })
    .serve(calls.tryRule, async (c) => {
      const found = await tryRule(deps, { rule: c.req.param("rule"), ...c.req.valid("query") });
      if (!found) throw new Refusal("not_found", "There is no such rule");
      return c.json(found satisfies RuleTrial, 200);
    });
}
