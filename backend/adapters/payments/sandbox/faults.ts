import { compact } from "../../../contract/compact.ts";
import * as z from "zod/mini";

/**
 * What goes wrong with an answer. `commit-then-…` does the work first; the plain ones do nothing; `late-commit` does
 * the work `delayMs` later, when the caller has gone.
 */
export const ANSWER_FAULTS = [
  "commit-then-timeout",
  "commit-then-500",
  "commit-then-html",
  "commit-then-cut",
  "late-commit",
  "timeout",
  "500",
  "429",
  "html",
  "redirect",
  "endless",
] as const;
export const AnswerFaultName = z.enum(ANSWER_FAULTS);
export type AnswerFaultName = z.infer<typeof AnswerFaultName>;

export const AnswerFault = z.strictObject({
  fault: AnswerFaultName,
  /** The calls it hits: `/transfer` is that path alone, `/transfer/*` all below it. All calls when left out. */
  path: z.optional(z.string()),
  method: z.optional(z.enum(["GET", "POST", "PUT"])),
  /** How many calls it hits; 1 when left out. */
  times: z._default(z.int().check(z.minimum(1)), 1),
  delayMs: z._default(z.int().check(z.minimum(0)), 1_000),
});
export type AnswerFault = z.infer<typeof AnswerFault>;

const Milliseconds = z.int().check(z.minimum(0), z.maximum(86_400_000));

/** The switches: none of them is in the provider's contract, all of them have been seen in the field. */
export const Faults = z.strictObject({
  answers: z.array(AnswerFault),
  webhookDelayMs: Milliseconds,
  webhooksDoubled: z.boolean(),
  webhooksReordered: z.boolean(),
  webhooksBadlySigned: z.boolean(),
  webhooksLost: z.boolean(),
  /** How long transfers and refunds are in progress; 0 settles immediately, `null` waits for a hand. */
  settleAfterMs: z.nullable(Milliseconds),
  /** How transfers end by themselves; also an undocumented status. */
  settleAs: z.string().check(z.regex(/^(?!(pending|received|otp)$)[a-z_-]{1,40}$/, "Expected a status that ends")),
  reversedAfterSuccess: z.boolean(),
  otp: z.boolean(),
  received: z.boolean(),
  payerBearsFee: z.boolean(),
  /** Amounts in notices of refunds as text, as some of the provider's samples have them. */
  textAmounts: z.boolean(),
  /** 50 naira on transfers of 10,000 and more. */
  stampDuty: z.boolean(),
  /** What is disputed is out of the balance until it is decided. */
  disputesHeldBack: z.boolean(),
});
export type Faults = z.infer<typeof Faults>;

const NO_FAULTS: Faults = {
  answers: [],
  webhookDelayMs: 0,
  webhooksDoubled: false,
  webhooksReordered: false,
  webhooksBadlySigned: false,
  webhooksLost: false,
  settleAfterMs: 2_000,
  settleAs: "success",
  reversedAfterSuccess: false,
  otp: false,
  received: false,
  payerBearsFee: false,
  textAmounts: false,
  stampDuty: false,
  disputesHeldBack: false,
};

/** Some of the switches; the others stay as they are. */
export const FaultChanges = z.partial(Faults);
export type FaultChanges = z.input<typeof FaultChanges>;

export interface FaultSwitches {
  read(): Faults;
  set(changes: FaultChanges): void;
  /** Back to how the sandbox was started. */
  clear(): void;
  /** The answer fault that hits this call, counted down. */
  take(method: string, path: string): AnswerFault | undefined;
}

/** The switches in memory: a restart clears them, so that yesterday's fault does not surprise anyone. */
export function createFaultSwitches(start: FaultChanges): FaultSwitches {
  const initial = z.parse(Faults, { ...NO_FAULTS, ...compact(start) });
  let faults = structuredClone(initial);
  return {
    read: () => structuredClone(faults),
    set: (changes) => void (faults = z.parse(Faults, { ...faults, ...compact(changes) })),
    clear: () => void (faults = structuredClone(initial)),
    take(method, path) {
      const hit = faults.answers.find((fault) => (fault.method ?? method) === method && fits(fault.path ?? "/*", path));
      if (hit !== undefined && --hit.times === 0) faults.answers.splice(faults.answers.indexOf(hit), 1);
      return hit;
    },
  };
}

function fits(pattern: string, path: string): boolean {
  return pattern.endsWith("/*") ? path.startsWith(pattern.slice(0, -1)) : pattern === path;
}
