import type { Event } from "../../store/log/event.ts";

/** Someone wants to read nothing of this person, who may not write under their things or answer them any more. */
export type PersonBlocked = Event<
  "PersonBlocked",
  { readonly userId: string; readonly personId: string; readonly blockId: string }
>;

/** It is off. */
export type PersonUnblocked = Event<
  "PersonUnblocked",
  { readonly userId: string; readonly personId: string; readonly blockId: string }
>;

/** The stream of what one person does about another, in the log `social`. */
export function blockStream({ userId, personId }: { readonly userId: string; readonly personId: string }): string {
  return `block/${userId}/${personId}`;
}
