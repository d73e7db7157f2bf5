import type { Policy } from "../../contract/policy_rules.ts";
import type { Event } from "../../store/log/event.ts";

/** The kind of proposals about a version of the rules, by its number. */
export const POLICY_CHANGE = "policy_change";

/** The earning rules change from a time on: by a proposal, the event has its id. The whole policy is stored, so that a reward can name what it used. */
export type PolicyChanged = Event<"PolicyChanged", {
  readonly policy: Policy;
  readonly reason: string;
  /** It lets more money out: it holds only if an admin of another side confirms it before it takes effect. */
  readonly needsConfirmation?: boolean;
}>;

/** An admin of another side than the one who proposed a change confirmed it. */
export type PolicyChangeConfirmed = Event<
  "PolicyChangeConfirmed",
  { readonly version: number; readonly confirmedBy: string }
>;

export const POLICY_STREAM = "policy";

/** An admin cancelled a change of the earning rules before it took effect. Its version is never used again. */
export type PolicyChangeCancelled = Event<
  "PolicyChangeCancelled",
  { readonly version: number; readonly reason: string }
>;

export type PolicyEvent = PolicyChanged | PolicyChangeConfirmed | PolicyChangeCancelled;
