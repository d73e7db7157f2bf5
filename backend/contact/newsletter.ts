import type { NewsletterRequest } from "../contract/contact.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import type { CommandHandler } from "../store/log/command.ts";
import type { Append, Metadata, Recorded } from "../store/log/event.ts";
import { readStreams } from "../store/log/read.ts";
import type { Tx } from "../store/sql.ts";
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
import { type LinkPurpose, LinkTokens } from "./link_token.ts";

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
  const subscriberId = new LinkTokens(deps.secret).read(purpose, token, deps.now());
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
  const subscribers = new Subscribers(
    await readStreams<NewsletterEvent>(deps.store.sql, "social", [newsletterStream(subscriberId)]),
  );
  const { status, requestedAt } = subscribers.of(subscriberId);
  return { status, askedAt: requestedAt === 0 ? null : new Date(requestedAt).toISOString() };
}

const newsletterRequest: CommandHandler<NewsletterRequested["data"], Subscribers> = {
  name: "requestNewsletter",
  load: loadSubscribers,
  decide(subscribers, request, { now }) {
    const { subscriberId } = request;
    const events = decideRequest(subscribers.of(subscriberId), { request, now });
    return { appends: subscribers.add(subscriberId, events, now), result: undefined };
  },
};

const linkFollowed: CommandHandler<{ subscriberId: string; purpose: LinkPurpose }, Subscribers> = {
  name: "followNewsletterLink",
  load: loadSubscribers,
  decide(subscribers, { subscriberId, purpose }, { now }) {
    const decide = purpose === "confirm" ? decideConfirm : decideLeave;
    const events = decide(subscribers.of(subscriberId), subscriberId);
    return { appends: subscribers.add(subscriberId, events, now), result: undefined };
  },
};

async function loadSubscribers(tx: Tx, commands: readonly { readonly subscriberId: string }[]): Promise<Subscribers> {
  const streams = commands.map(({ subscriberId }) => newsletterStream(subscriberId));
  return new Subscribers(await readStreams<NewsletterEvent>(tx, "social", [...new Set(streams)]));
}

/** The subscriptions of a group, kept up to date while its commands are decided one after another. */
class Subscribers {
  readonly #known = new Map<string, { subscriber: Subscriber; version: number }>();

  constructor(readonly streams: ReadonlyMap<string, readonly Recorded<NewsletterEvent>[]>) {}

  of(subscriberId: string): Subscriber {
    return this.#find(subscriberId).subscriber;
  }

  add(subscriberId: string, events: readonly NewsletterEvent[], now: number): Append[] {
    if (events.length === 0) return [];
    const { subscriber, version } = this.#find(subscriberId);
    const after = events.reduce((before, event) => evolveSubscriber(before, event, now), subscriber);
    this.#known.set(subscriberId, { subscriber: after, version: version + events.length });
    return [{ log: "social", stream: newsletterStream(subscriberId), version, events }];
  }

  #find(subscriberId: string): { subscriber: Subscriber; version: number } {
    const known = this.#known.get(subscriberId);
    if (known) return known;
    const events = this.streams.get(newsletterStream(subscriberId)) ?? [];
    const subscriber = events.reduce(
      (before, event) => evolveSubscriber(before, event, event.recordedAt),
      NO_SUBSCRIBER,
    );
    return { subscriber, version: events.length };
  }
}

/** One subscription for each address. The id is a keyed hash, so nobody else can make it. */
function subscriberIdOf({ personal }: Pick<Deps, "personal">, email: string): string {
  const hex = personal.lookupHash("newsletter", email);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
