import type { AccountClosed, AccountErased, AccountReopened } from "../backend/accounts/account/events.ts";
import type { EventKind } from "../backend/store/log/event.ts";

/** What projections of people's things listen to, besides those things' own events. */
export const CLOSING_EVENTS = ["AccountClosed", "AccountReopened", "AccountErased"] as const;

export type ClosingEvent = AccountClosed | AccountReopened | AccountErased;

export interface Closings {
  /** Leave every list. */
  readonly closed: readonly string[];
  /** Are shown again. */
  readonly reopened: readonly string[];
  /** Are forgotten. Nothing of theirs comes after it. */
  readonly erased: readonly string[];
}

/** Whose accounts a batch closes, opens again or erases: the last word on each. User ids. */
export function closingsOf<Event extends EventKind>(events: readonly (Event | ClosingEvent)[]): Closings {
  const last = new Map<string, ClosingEvent["type"]>();
  for (const event of events) {
    if (isClosing(event)) last.set(event.data.userId, event.type);
  }
  const of = (type: ClosingEvent["type"]) => [...last].filter(([, word]) => word === type).map(([userId]) => userId);
  return { closed: of("AccountClosed"), reopened: of("AccountReopened"), erased: of("AccountErased") };
}

/** Tells an account's closing, reopening or erasure from the events of the things themselves. */
export function isClosing<Event extends { readonly type: string }>(
  event: Event,
): event is Extract<Event, ClosingEvent> {
  return CLOSING_EVENTS.some((type) => type === event.type);
}
