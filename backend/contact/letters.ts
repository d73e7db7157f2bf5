import { AS_MAIL, deliver } from "../mails/deliver.ts";
import type { SupportRequest } from "../contract/requests/contact.ts";
import type { Deps } from "../deps.ts";
import { SignedLinks } from "../mails/signed_links.ts";
import * as templates from "../mails/templates.ts";
import type { Sealed } from "../store/personal/personal_data.ts";
import type { Tx } from "../store/sql.ts";

const NEWSLETTER = "newsletter_mail";
const SUPPORT = "support_mail";
/** Whose key the letters are sealed with while they wait. Random once and fixed since. */
const SUPPORT_DESK = "0a6c2a53-6d0f-4e0c-9b35-7f2b8b1d44e1";

/** Queues the mail that asks a subscriber; name and address stay sealed while it waits. */
export async function enqueueNewsletterMail(
  deps: Pick<Deps, "jobs">,
  tx: Tx,
  mail: NewsletterMail,
): Promise<void> {
  await deps.jobs.enqueue(tx, { kind: NEWSLETTER, key: mail.mailId, payload: mail });
}

/** Queues a letter to support; it waits sealed and is erased once it is sent. The same id queues it once. */
export async function writeToSupport(deps: Deps, letterId: string, letter: SupportRequest): Promise<void> {
  const { sql } = deps.store;
  await sql.begin(async (tx) => {
    const key = await deps.personal.keyOf(tx, SUPPORT_DESK);
    const payload: SealedLetter = { letterId, letter: key.seal(`letter ${letterId}`, JSON.stringify(letter)) };
    await deps.jobs.enqueue(tx, { kind: SUPPORT, key: letterId, payload });
  });
  deps.jobs.poke();
}

/** Sends queued letters from now on. */
export function sendLetters(deps: Deps): void {
  const tokens = new SignedLinks(deps.keys);
  const { publicUrl, supportEmail } = deps.config;

  deps.jobs.work<NewsletterMail>(NEWSLETTER, async ({ payload }) => {
    const { mailId, subscriberId, name, email } = payload;
    const key = (await deps.personal.keysOf(deps.store.sql, [subscriberId])).get(subscriberId);
    if (!key) return;
    const link = (purpose: "confirm" | "leave") =>
      `${publicUrl}/api/v1/newsletter/${purpose}?token=${tokens.sign(purpose, subscriberId, deps.now())}`;
    const to = { id: mailId, to: key.open("email", email), name: key.open("name", name), publicUrl };
    const message = templates.newsletterMail({ ...to, confirmUrl: link("confirm"), leaveUrl: link("leave") });
    await deliver(deps, message);
  }, AS_MAIL);

  deps.jobs.work<SealedLetter>(SUPPORT, async ({ payload: sealed }) => {
    const key = await deps.personal.keyOf(deps.store.sql, SUPPORT_DESK);
    const { topic, message, ...from } = supportRequest(key.open(`letter ${sealed.letterId}`, sealed.letter));
    const to = { id: sealed.letterId, to: supportEmail, name: "", publicUrl };
    await deliver(deps, templates.supportMail({ ...to, from, topic, message }));
  }, AS_MAIL);
}

interface NewsletterMail {
  readonly mailId: string;
  readonly subscriberId: string;
  readonly name: Sealed;
  readonly email: Sealed;
}

interface SealedLetter {
  readonly letterId: string;
  readonly letter: Sealed;
}

/** Only `writeToSupport` seals letters, and what it seals the route has parsed. */
function supportRequest(text: string): SupportRequest {
  return JSON.parse(text) as SupportRequest;
}
