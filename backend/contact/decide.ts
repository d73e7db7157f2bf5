import { Refusal } from "../contract/refusal.ts";
import type { NewsletterEvent, NewsletterRequested } from "./events.ts";

/** A subscription as decisions see it. */
export interface Subscriber {
  readonly status: "none" | "requested" | "confirmed" | "left";
  /** When it was asked for last, epoch ms. */
  readonly requestedAt: number;
}

export const NO_SUBSCRIBER: Subscriber = { status: "none", requestedAt: 0 };

/** A mail that was lost may be asked for again, and nobody can flood an address with them. */
export const ASK_AGAIN_MS = 10 * 60_000;

/** A confirmed subscription needs nothing more. */
export function decideRequest(
  { status, requestedAt }: Subscriber,
  { request, now }: { request: NewsletterRequested["data"]; now: number },
): NewsletterEvent[] {
  if (status === "confirmed") return [];
  if (requestedAt > 0 && now - requestedAt < ASK_AGAIN_MS) return [];
  return [{ type: "NewsletterRequested", data: request }];
}

export function decideConfirm({ status }: Subscriber, subscriberId: string): NewsletterEvent[] {
  if (status === "none") throw linkInvalid();
  return status === "confirmed" ? [] : [{ type: "NewsletterConfirmed", data: { subscriberId } }];
}

export function decideLeave({ status }: Subscriber, subscriberId: string): NewsletterEvent[] {
  if (status === "none") throw linkInvalid();
  return status === "left" ? [] : [{ type: "NewsletterLeft", data: { subscriberId } }];
}

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

export function linkInvalid(): Refusal {
  return new Refusal("link_invalid", "This link is no longer valid");
}
