import type { Deps } from "../deps.ts";
import type { Reactor } from "../store/projections/follow.ts";
import { enqueueNewsletterMail } from "./letters.ts";
import type { NewsletterRequested } from "./events.ts";

/** What follows from asking for the newsletter: one mail for each request, the event's id is the key. */
export function contactReactors(deps: Deps): Reactor[] {
  return [newsletterMail(deps)];
}

function newsletterMail(deps: Deps): Reactor<NewsletterRequested> {
  return {
    name: "contact_newsletter_mail",
    logs: ["social"],
    on: ["NewsletterRequested"],
    async react(event) {
      await deps.store.sql.begin((tx) => enqueueNewsletterMail(deps, tx, { mailId: event.eventId, ...event.data }));
      deps.jobs.poke();
    },
  };
}
