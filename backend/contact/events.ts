import type { Event } from "../store/log/event.ts";
import type { Sealed } from "../store/personal/personal_data.ts";

/** Someone asked for the newsletter. The subscriber has a key of their own; no account is needed. */
export type NewsletterRequested = Event<
  "NewsletterRequested",
  { readonly subscriberId: string; readonly name: Sealed; readonly email: Sealed }
>;

/** The link in the mail was opened: the address is theirs and they want it. */
type NewsletterConfirmed = Event<"NewsletterConfirmed", { readonly subscriberId: string }>;

type NewsletterLeft = Event<"NewsletterLeft", { readonly subscriberId: string }>;

export type NewsletterEvent = NewsletterRequested | NewsletterConfirmed | NewsletterLeft;

/** The stream of a subscription, in the log `social`. */
export function newsletterStream(subscriberId: string): string {
  return `newsletter/${subscriberId}`;
}
