import { Hono } from "hono";
import { Refusal } from "../../contract/refusal.ts";
import { RuleTrialQuery } from "../../contract/requests/trust_rules.ts";
import type { RuleTrial, TrustRulesAnswer } from "../../contract/trust_rules.ts";
import type { Deps } from "../../deps.ts";
import { requireAdmin } from "../../http/session.ts";
import { queryParams } from "../../http/validate.ts";
import { listRules, tryRule } from "./trial.ts";

/** The rules of trust for admins, and what one would have voided. Nothing here changes anything. */
export function ruleRoutes(deps: Deps) {
  return new Hono()
    .get("/api/v1/admin/rules", requireAdmin(deps), (c) => {
      return c.json({ rules: listRules() } satisfies TrustRulesAnswer, 200);
    })
    .get("/api/v1/admin/rules/:rule/trial", requireAdmin(deps), queryParams(RuleTrialQuery), async (c) => {
      const found = await tryRule(deps, { rule: c.req.param("rule"), ...c.req.valid("query") });
      if (!found) throw new Refusal("not_found", "There is no such rule");
      return c.json(found satisfies RuleTrial, 200);
    });
}
