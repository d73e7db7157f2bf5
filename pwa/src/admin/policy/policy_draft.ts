import { type Policy, POLICY_RULES, type PolicyRule, ruleProblem, RULES } from "@contract/policy_rules.ts";

/** The form's fields as typed. */
type PolicyDraft = Record<PolicyRule, string>;

/** The rules in force as the form shows them, in the units of its inputs. */
export function draftOf(policy: Policy): PolicyDraft {
  const entries = POLICY_RULES.map((rule) => [rule, String(policy[rule] / RULES[rule].perInput)]);
  return Object.fromEntries(entries) as PolicyDraft;
}

interface ReadDraft {
  /** The rules that are other than before, in their stored units. */
  readonly changes: Partial<Record<PolicyRule, number>>;
  /** What is wrong, by rule. */
  readonly problems: Partial<Record<PolicyRule, string>>;
}

/** Reads the form: what changes, and what is wrong with it. */
export function readDraft(draft: PolicyDraft, base: Policy): ReadDraft {
  const changes: Partial<Record<PolicyRule, number>> = {};
  const problems: Partial<Record<PolicyRule, string>> = {};
  for (const rule of POLICY_RULES) {
    const value = storedOf(draft[rule], RULES[rule].perInput);
    const problem = ruleProblem(rule, value);
    if (problem) problems[rule] = problem;
    else if (value !== base[rule]) changes[rule] = value;
  }
  return { changes, problems };
}

/** Hundredths are no exact fractions, so what is nearly a whole number is one. */
function storedOf(text: string, perInput: number): number {
  const stored = text.trim() === "" ? Number.NaN : Number(text.replaceAll(",", "")) * perInput;
  return Math.abs(stored - Math.round(stored)) < 1e-6 ? Math.round(stored) : stored;
}

/** `datetime-local` speaks of the device's own time zone: ISO 8601, or undefined where it is empty or no date. */
export function momentOf(local: string): string | undefined {
  const at = new Date(local);
  return local === "" || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
