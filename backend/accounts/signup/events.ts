import type { Event } from "../../store/log/event.ts";

/** Someone signed up. Kept apart from the account, so that accounts made by admins and the demo have none. */
export type SignUpNoted = Event<"SignUpNoted", {
  readonly userId: string;
  /** Keyed hash of the network address and the hour: finds sign-ups side by side without holding the address. */
  readonly originHash: string;
}>;

/** The stream of where an account was made, in the log `social`. */
export function signUpStream(userId: string): string {
  return `signup/${userId}`;
}
