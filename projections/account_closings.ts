import type { AccountClosed, AccountErased, AccountReopened } from "../backend/accounts/account/events.ts";
import type { EventKind } from "../backend/store/log/event.ts";

/** Projections that hold people's data listen to these, too. */
export const CLOSING_EVENTS = ["AccountClosed", "AccountReopened", "AccountErased"] as const;

export type ClosingEvent = AccountClosed | AccountReopened | AccountErased;

export interface Closings {
  /** Their things leave every list. */
  readonly closed: readonly string[];
  /** Their things are shown again. */
  readonly reopened: readonly string[];
  /** Forgotten for good: no event of theirs follows. */
  readonly erased: readonly string[];
}

/** The users whose accounts a batch closes, reopens or erases, by the last event of each. */
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
