import { longTime } from "../contract/long_day.ts";
import { CREDENTIAL_HOLD_MS } from "../contract/policy.ts";

/**
 * Why nothing leaves an account, since when, and until when (epoch ms); without an end where a person decides first.
 */
export interface Hold {
  readonly because: string;
  readonly since: number;
  readonly until: number | undefined;
}

/** Reasons without an end of their own: admins look at the person's group, or another person chose the password. */
export const FROZEN = "frozen";
export const GIVEN = "given password";

/** The hold of a change at a moment (epoch ms). */
export function holdFrom(because: string, since: number): Hold {
  return { because, since, until: since + CREDENTIAL_HOLD_MS };
}

/** Of two holds the one that ends later. */
export function laterHold(one: Hold | undefined, other: Hold | undefined): Hold | undefined {
  if (!one || !other) return one ?? other;
  return (one.until ?? Infinity) >= (other.until ?? Infinity) ? one : other;
}

/** What an owner reads of a hold: what it is for, and when it ends. */
export function sayHold({ because, until }: Hold): string {
  if (because === GIVEN) {
    return "Your password was given to you. Choose your own one in Settings: until then your tokens stay where they are.";
  }
  if (until === undefined) {
    return "We are looking at your account. Until that is decided your tokens stay where they are. You can appeal.";
  }
  const change = because === "bank account" ? "You have named a new bank account." : `Your ${because} has changed.`;
  return `${change} To protect you, your tokens stay in your account until ${longTime(until)}.`;
}

/** The same for the admin who would pay them. */
export function sayPayoutHold({ because, until }: Hold): string {
  if (because === GIVEN) return "The person has not chosen an own password yet: payouts wait until they have";
  if (until === undefined) return "The person's account is frozen: payouts wait until that is decided";
  return `The person's ${because} has just changed: payouts wait until ${longTime(until)}`;
}
