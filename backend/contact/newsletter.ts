import type { NewsletterRequest } from "../contract/requests/contact.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { SignedLinks } from "../mails/signed_links.ts";
import type { Metadata } from "../store/log/event.ts";
import { streamsOf } from "../store/streams.ts";
import {
  decideConfirm,
  decideLeave,
  decideRequest,
  evolveSubscriber,
  linkInvalid,
  NO_SUBSCRIBER,
  type Subscriber,
} from "./state.ts";
import { type NewsletterEvent, type NewsletterRequested, newsletterStream } from "./events.ts";

/** What a link in a newsletter's mail does. */
type LinkPurpose = "confirm" | "leave";

/** Asks for the newsletter: a mail with a link goes out. Asking again soon, or once it is confirmed, changes nothing. */
export async function requestNewsletter(
  deps: Deps,
  { name, email }: NewsletterRequest,
  { metadata }: { metadata: Metadata },
): Promise<void> {
  const subscriberId = subscriberIdOf(deps, email);
  const key = await deps.personal.keyOf(deps.store.sql, subscriberId);
  const request = { subscriberId, name: key.seal("name", name), email: key.seal("email", email) };
  await deps.store.execute(newsletterRequest, request, { logs: ["social"], metadata });
}

/** Confirms or ends a subscription with the link from its mail. Throws Refusal `link_invalid`. */
export async function followLink(
  deps: Deps,
  { purpose, token, metadata }: { purpose: LinkPurpose; token: string; metadata: Metadata },
): Promise<void> {
  const subscriberId = new SignedLinks(deps.keys).read(purpose, token, deps.now());
  if (subscriberId === undefined) throw linkInvalid();
  await deps.store.execute(linkFollowed, { subscriberId, purpose }, { logs: ["social"], metadata });
}

/** Ends the subscription of an address and destroys its key: for people who are erased. Nothing where there is none. */
export async function forgetSubscriber(
  deps: Pick<Deps, "store" | "personal">,
  email: string,
  { metadata }: { metadata: Metadata },
): Promise<void> {
  const subscriberId = subscriberIdOf(deps, email);
  const { sql } = deps.store;
  if ((await deps.personal.keysOf(sql, [subscriberId])).size === 0) return;
  await deps.store.execute(linkFollowed, { subscriberId, purpose: "leave" }, { logs: ["social"], metadata })
    .catch((error) => {
      // A key whose request was never stored.
      if (!(error instanceof Refusal)) throw error;
    });
  await deps.personal.destroy(sql, subscriberId);
}

/** Whether an address has asked for, confirmed or left the newsletter. */
export async function subscriberOf(
  deps: Deps,
  email: string,
): Promise<{ status: Subscriber["status"]; askedAt: string | null }> {
  const subscriberId = subscriberIdOf(deps, email);
  const { status, requestedAt } = (await subscribers.states(deps.store.sql, [subscriberId]))(subscriberId);
  return { status, askedAt: requestedAt === 0 ? null : new Date(requestedAt).toISOString() };
}

const subscribers = streamsOf<string, Subscriber, NewsletterEvent>({
  log: "social",
  stream: newsletterStream,
  initial: NO_SUBSCRIBER,
  evolve: evolveSubscriber,
});

const newsletterRequest = subscribers.handler("requestNewsletter", {
  id: ({ subscriberId }: NewsletterRequested["data"]) => subscriberId,
  decide: (subscriber, request, { now }) => decideRequest(subscriber, { request, now }),
  result: () => undefined,
});

const linkFollowed = subscribers.handler("followNewsletterLink", {
  id: ({ subscriberId }: { subscriberId: string; purpose: LinkPurpose }) => subscriberId,
  decide: (subscriber, { subscriberId, purpose }) =>
    purpose === "confirm" ? decideConfirm(subscriber, subscriberId) : decideLeave(subscriber, subscriberId),
  result: () => undefined,
});

/** One subscription for each address. The id is a keyed hash, so only Orin can make it. */
function subscriberIdOf({ personal }: Pick<Deps, "personal">, email: string): string {
  const hex = personal.lookupHash("newsletter", email);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
