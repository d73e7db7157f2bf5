import type { Event } from "../../store/log/event.ts";

/** From now on who is known to Google by this id opens this account. */
export type GoogleLinked = Event<"GoogleLinked", {
  /** Keyed hash of Google's id of the person. */
  readonly subjectHash: string;
  readonly userId: string;
  /** The account was there before, and opened without Google. */
  readonly isLater?: true;
}>;

/** The stream of one person at Google, in the log `social`: its last event says whose account is opened. */
export function googleStream(subjectHash: string): string {
  return `google/${subjectHash}`;
}
