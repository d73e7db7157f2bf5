import { longTime } from "../contract/long_day.ts";
import { CREDENTIAL_HOLD_MS } from "../contract/policy.ts";

/** Why nothing leaves an account, since when, and until when (epoch ms); without an end where somebody decides first. */
export interface Hold {
  readonly because: string;
  readonly since: number;
  readonly until: number | undefined;
}

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
  if (until === undefined) {
    return "We are looking at your account. Until that is decided your tokens stay where they are. You can appeal.";
  }
  const change = because === "bank account" ? "You have named a new bank account." : `Your ${because} has changed.`;
  return `${change} To protect you, your tokens stay in your account until ${longTime(until)}.`;
}
