import * as z from "zod/mini";
import { POLICY_RULES, type PolicyRule, ruleProblem, RULES } from "../policy_rules.ts";
import { isPlainLines } from "../text.ts";

/** The rules that shall change, in their stored units; what is left out stays. */
export const PolicyChanges = z.strictObject(
  Object.fromEntries(POLICY_RULES.map((name) => [name, rule(name)])) as Record<PolicyRule, ReturnType<typeof rule>>,
);
export type PolicyChanges = z.infer<typeof PolicyChanges>;

const Reason = z.string("Please give a reason").check(
  z.trim(),
  z.minLength(10, "Please give a reason of at least 10 characters: everyone can read it"),
  z.maxLength(500, "The reason is too long: at most 500 characters"),
  z.refine(isPlainLines, "The reason must be plain text"),
);

/** `baseVersion` is the newest version that the admin saw; without `effectiveFrom` the change holds immediately. */
export const PolicyChangeRequest = z.object({
  changes: PolicyChanges,
  effectiveFrom: z.optional(z.iso.datetime({ offset: true, error: "Please enter a date and a time" })),
  reason: Reason,
  baseVersion: z.int(),
});
export type PolicyChangeRequest = z.infer<typeof PolicyChangeRequest>;

export const CancelPolicyChangeRequest = z.object({ reason: Reason });

function rule(name: PolicyRule) {
  return z.optional(
    z.number(`${RULES[name].label}: enter a number`).check(z.check<number>((context) => {
      const problem = ruleProblem(name, context.value);
      if (problem !== undefined) context.issues.push({ code: "custom", message: problem, input: context.value });
    })),
  );
}
