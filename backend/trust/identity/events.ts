import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

export type IdentityCheckRef = { readonly userId: string; readonly checkId: string };

/** A person asks for a check. The BVN itself is in no event: it goes to the provider and nowhere else. */
export type IdentityCheckStarted = Event<
  "IdentityCheckStarted",
  IdentityCheckRef & {
    /** Keyed hash of the BVN: finds another account with the same one. */
    readonly numberHash: string;
    /** `CheckedAccount` as JSON. */
    readonly account: Sealed;
    readonly accountHash: string;
  }
>;

/** The name that `account` is sealed under. */
export const ACCOUNT_FIELD = "identity account";

/** Of which bank account, and whose it is as the bank says. */
export interface CheckedAccount {
  readonly bankName: string;
  readonly lastDigits: string;
  readonly accountName: string;
}

/** Stored before the provider gets the BVN, so that its notice finds the check however early it comes. */
type IdentityCheckSubmitted = Event<"IdentityCheckSubmitted", IdentityCheckRef & { readonly customerCode: string }>;

/**
 * `refused`: the provider says no, with its reason; `number_used`: the BVN has proven another account meanwhile;
 * `not_sent`: the provider never got it; `no_answer`: nothing was heard in time.
 */
export type IdentityCheckFailed = Event<
  "IdentityCheckFailed",
  IdentityCheckRef & {
    readonly because: "refused" | "number_used" | "not_sent" | "no_answer";
    readonly said: string;
  }
>;

export type IdentityProven = Event<"IdentityProven", IdentityCheckRef & { readonly numberHash: string }>;

export type IdentityEvent = IdentityCheckStarted | IdentityCheckSubmitted | IdentityCheckFailed | IdentityProven;

/** The stream of a person's identity, in the log `social`. */
export function identityStream(userId: string): string {
  return `identity/${userId}`;
}
