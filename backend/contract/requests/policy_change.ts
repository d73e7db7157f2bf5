import * as z from "zod/mini";
import { ruleProblem } from "../policy_bounds.ts";
import { type PolicyRule, RULE_WORDS } from "../policy_words.ts";
import { isPlainLines } from "../text.ts";

/** The rules that shall change, in their stored units; what is left out stays. */
export const PolicyChanges = z.strictObject({
  rewardMsPerUnit: rule("rewardMsPerUnit"),
  dailyRewardedMs: rule("dailyRewardedMs"),
  dailyPoolUnits: rule("dailyPoolUnits"),
  dailyFreePlays: rule("dailyFreePlays"),
  extraPlayUnits: rule("extraPlayUnits"),
  minimumWithdrawalUnits: rule("minimumWithdrawalUnits"),
  secondApproverAboveUnits: rule("secondApproverAboveUnits"),
  premiumMonthKobo: rule("premiumMonthKobo"),
  koboPerDollar: rule("koboPerDollar"),
});
export type PolicyChanges = z.infer<typeof PolicyChanges>;

const Reason = z.string("Please give a reason").check(
  z.trim(),
  z.minLength(10, "Please give a reason of at least 10 characters: everyone can read it"),
  z.maxLength(500, "The reason is too long: at most 500 characters"),
  z.refine(isPlainLines, "The reason must be plain text"),
);

/** `baseVersion` is the newest version that the admin saw; without `effectiveFrom` the change holds at once. */
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
    z.number(`${RULE_WORDS[name].label}: enter a number`).check(z.check<number>((context) => {
      const problem = ruleProblem(name, context.value);
      if (problem !== undefined) context.issues.push({ code: "custom", message: problem, input: context.value });
    })),
  );
}
