import { Refusal } from "../contract/refusal.ts";
import type { NewsletterEvent, NewsletterRequested } from "./events.ts";

/** A subscription as decisions see it. */
export interface Subscriber {
  readonly status: "none" | "requested" | "confirmed" | "left";
  /** When it was asked for last, epoch ms. */
  readonly requestedAt: number;
}

export const NO_SUBSCRIBER: Subscriber = { status: "none", requestedAt: 0 };

/** A lost mail may be asked for again, and the pause protects an address from floods. */
const ASK_AGAIN_MS = 10 * 60_000;

/** A confirmed subscription needs nothing more. */
export function decideRequest(
  { status, requestedAt }: Subscriber,
  { request, now }: { request: NewsletterRequested["data"]; now: number },
): NewsletterEvent[] {
  if (status === "confirmed") return [];
  if (requestedAt > 0 && now - requestedAt < ASK_AGAIN_MS) return [];
  return [{ type: "NewsletterRequested", data: request }];
}

/** Confirms a subscription, once. Refuses with `link_invalid` where none was asked for. */
export function decideConfirm({ status }: Subscriber, subscriberId: string): NewsletterEvent[] {
  if (status === "none") throw linkInvalid();
  return status === "confirmed" ? [] : [{ type: "NewsletterConfirmed", data: { subscriberId } }];
}

/** Ends a subscription, once. Refuses with `link_invalid` where none was asked for. */
export function decideLeave({ status }: Subscriber, subscriberId: string): NewsletterEvent[] {
  if (status === "none") throw linkInvalid();
  return status === "left" ? [] : [{ type: "NewsletterLeft", data: { subscriberId } }];
}

/** Folds an event into what decisions need to know of a subscriber. */
export function evolveSubscriber(before: Subscriber, event: NewsletterEvent, at: number): Subscriber {
  switch (event.type) {
    case "NewsletterRequested":
      return { status: "requested", requestedAt: at };
    case "NewsletterConfirmed":
      return { ...before, status: "confirmed" };
    case "NewsletterLeft":
      return { ...before, status: "left" };
  }
}

/** The refusal for a link that leads to no subscription. */
export function linkInvalid(): Refusal {
  return new Refusal("link_invalid", "This link is no longer valid");
}
