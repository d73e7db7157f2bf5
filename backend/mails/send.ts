import type { Deps } from "../deps.ts";
import type { MailMessage } from "../adapters/mail/types.ts";
import { AS_MAIL, deliver } from "./deliver.ts";
import * as templates from "./templates.ts";
import type { PersonKey, Sealed } from "../store/personal/personal_data.ts";
import type { Sql, Tx } from "../store/sql.ts";
import { findUser } from "../../projections/accounts/users.ts";
import { CODE_MS, isNewestCode, OneTimeCodes, PASSWORD_LINK_MS } from "../accounts/code/codes.ts";
import { mailWayOf } from "../notifications/choose.ts";
import { DIGEST_KINDS, type NoticeKind } from "../contract/notifications.ts";
import { wordsStopped } from "../../projections/social/posts.ts";
import { hiddenWords } from "../../projections/gifts/supporter_thanks.ts";
import { stopLinks } from "./stop_link.ts";
import { openPerson } from "../accounts/account/reads.ts";

/** A mail about an account. Sending it again with the same id sends nothing. */
export interface AccountMail {
  readonly mailId: string;
  readonly userId: string;
  readonly mail: keyof typeof MAILS;
  /** In clear; it waits sealed. */
  readonly code?: string;
  /** What a mail about money says: sums and dates, no names. */
  readonly notice?: templates.MoneyNotice;
  /** The answer to an appeal, sealed as the person's: the mail ends with it. */
  readonly answer?: Sealed;
  /** Another address than the account's: one it had, or the one it waits for. As the events hold it. */
  readonly to?: Sealed;
  /** The log-in that changed the password stays open. */
  readonly isOneKept?: boolean;
  /** Optional: not sent to people who have switched notifications off. */
  readonly isOptional?: boolean;
  /** The switch that it obeys, beside the one for all optional mails. */
  readonly kind?: NoticeKind;
  /** Of a mail about what an artist wrote: whose words, and which (a post's, thank-you's or gift's id). */
  readonly words?: { readonly artistId: string; readonly id: string };
  /** When what the mail tells of happened, epoch ms. */
  readonly at: number;
}

/** What waits in the queue: nothing that anyone can read without the person's key. */
type Payload = Omit<AccountMail, "code"> & { readonly code?: Sealed };

/** Every mail about money is queued with its words. */
const NO_NOTICE: templates.MoneyNotice = {
  subject: "Your Orin account",
  heading: "There is news about your account",
  lines: [],
  link: { label: "Open Orin", path: "/earnings" },
};

/** What a mail is made of when it leaves. */
interface Leaving {
  readonly to: templates.MailTo;
  readonly code: string;
  /** Of a code that can be followed as a link. */
  readonly linkKey: () => string;
  readonly notice: templates.MoneyNotice;
  readonly mail: Pick<AccountMail, "at" | "isOneKept">;
  readonly newEmail: string;
  readonly role: "listener" | "creator";
}

/** Each mail about an account: its words, and the purpose of the code in it, which only the newest code is sent for. */
const MAILS = {
  verify_code: { purpose: "verify", compose: ({ to, code }) => templates.verifyCodeMail({ ...to, code }) },
  reset_code: {
    purpose: "reset",
    compose: ({ to, code, linkKey }) => templates.resetCodeMail({ ...to, code, key: linkKey() }),
  },
  password_link: {
    purpose: "reset",
    lifeMs: PASSWORD_LINK_MS,
    compose: ({ to, linkKey }) => templates.passwordLinkMail({ ...to, key: linkKey() }),
  },
  email_code: { purpose: "email", compose: ({ to, code }) => templates.emailCodeMail({ ...to, code }) },
  close_code: { purpose: "close", compose: ({ to, code }) => templates.closeCodeMail({ ...to, code }) },
  email_changed: {
    compose: ({ to, newEmail, mail: { at } }) => templates.emailChangedMail({ ...to, newEmail, at }),
  },
  password_changed: {
    compose: ({ to, mail: { at, isOneKept = false } }) => templates.passwordChangedMail({ ...to, at, isOneKept }),
  },
  admin_invitation: { compose: ({ to, code }) => templates.adminInvitationMail({ ...to, invitation: code }) },
  welcome: { compose: ({ to, role }) => templates.welcomeMail({ ...to, role }) },
  money: { compose: ({ to, notice }) => templates.moneyMail({ ...to, notice }) },
} satisfies Readonly<Record<string, MailKind>>;

interface MailKind {
  readonly purpose?: keyof typeof CODE_MS;
  /** Left out, that of its code, or of any mail. */
  readonly lifeMs?: number;
  readonly compose: (leaving: Leaving) => MailMessage;
}

function kindOf({ mail }: Pick<AccountMail, "mail">): MailKind {
  return MAILS[mail];
}

/** How long a mail is worth something, ms: a code until it ends. */
function lifeOf(mail: Payload): number {
  const { purpose, lifeMs } = kindOf(mail);
  return lifeMs ?? (purpose === undefined ? AS_MAIL.worthMs() : CODE_MS[purpose]);
}

const KIND = "mail";
const WORKERS = 4;

/** Queues a mail in the transaction that it belongs to. Nothing is queued for a person who was erased. */
export async function enqueueMail(
  deps: Pick<Deps, "jobs" | "personal">,
  tx: Tx,
  { code, ...mail }: AccountMail,
): Promise<void> {
  const key = (await deps.personal.keysOf(tx, [mail.userId])).get(mail.userId);
  if (!key) return;
  const payload: Payload = { ...mail, ...(code === undefined ? {} : { code: key.seal(fieldOf(mail.mailId), code) }) };
  await deps.jobs.enqueue(tx, { kind: KIND, key: mail.mailId, payload });
}

/** Queues a mail about a person's money; `mailId` is the id of the event behind it. Receipts are never optional. */
export async function mailMoney(
  deps: Pick<Deps, "jobs" | "personal" | "store">,
  about: Pick<AccountMail, "mailId" | "userId" | "at" | "isOptional" | "kind" | "answer" | "words"> & {
    readonly notice: templates.MoneyNotice;
  },
): Promise<void> {
  await deps.store.sql.begin((tx) => enqueueMail(deps, tx, { ...about, mail: "money" }));
  deps.jobs.poke();
}

/** Sends queued mails from now on. It looks the address up only now, so that no queue holds one. */
export function sendMails(deps: Deps): void {
  deps.jobs.work<Payload>(KIND, async ({ payload: mail, createdAt }) => {
    const { sql } = deps.store;
    // One that is sent again on an operator's word is read no more where its code has ended.
    if (deps.now() >= createdAt + lifeOf(mail)) return;
    const user = await findUser(sql, mail.userId);
    const person = user && await openPerson(deps.personal, sql, user);
    const key = (await deps.personal.keysOf(sql, [mail.userId])).get(mail.userId);
    if (!user || !person || !key || await isReplaced(sql, mail)) return;
    if (mail.isOptional && !user.notifications) return;
    // What the mail of the day tells is not told twice.
    if (mail.kind !== undefined && await mailWayOf(deps, { ...mail, kind: mail.kind }) !== "now") return;
    if (mail.words && await areWordsGone(sql, mail.userId, mail.words)) return;
    const code = mail.code === undefined ? "" : key.open(fieldOf(mail.mailId), mail.code);
    const address = mail.to === undefined ? person.email : key.open("email", mail.to);
    const stop = stopOf(deps, mail);
    const to = { id: mail.mailId, to: address, name: person.firstName, publicUrl: deps.config.publicUrl, ...stop };
    const message = kindOf(mail).compose({
      ...{ to, code, mail, newEmail: person.email, role: user.role },
      linkKey: () => linkKeyOf(deps, mail),
      notice: withAnswer(mail, key),
    });
    await deliver(deps, message);
  }, { ...AS_MAIL, worthMs: lifeOf, concurrency: WORKERS });
}

/** How an optional mail is stopped: an artist's words, a kind of mail, or the one mail of the day with all its kinds. */
function stopOf(deps: Deps, { userId, isOptional, kind, words }: Payload) {
  if (!isOptional) return {};
  const label = words ? "No more words of this artist" : kind ? "No more emails of this kind" : "No more daily email";
  const what = words ? { userId, artistId: words.artistId } : { userId, kinds: kind ? [kind] : DIGEST_KINDS };
  return { stop: { label, ...stopLinks(deps, what) } };
}

/** Whether an artist's words are not for this person any more: stopped, hidden, or blocked meanwhile. */
async function areWordsGone(
  sql: Sql,
  userId: string,
  { artistId, id }: { readonly artistId: string; readonly id: string },
): Promise<boolean> {
  const [stopped, hidden] = await Promise.all([wordsStopped(sql, [{ userId, artistId }]), hiddenWords(sql, [id])]);
  return stopped.size > 0 || hidden.has(id);
}

function withAnswer({ notice = NO_NOTICE, answer }: Payload, key: PersonKey): templates.MoneyNotice {
  return answer === undefined ? notice : { ...notice, lines: [...notice.lines, key.open("answer", answer)] };
}

/** Only the newest code is worth a mail: the one before it dies soon, and mails overtake each other. */
async function isReplaced(sql: Sql, mail: Payload): Promise<boolean> {
  const { mailId, userId } = mail;
  const { purpose } = kindOf(mail);
  return purpose !== undefined && !await isNewestCode(sql, { codeId: mailId, userId, purpose });
}

function linkKeyOf({ keys }: Deps, { mailId, userId }: Payload): string {
  return new OneTimeCodes(keys).linkKey({ codeId: mailId, userId, purpose: "reset" });
}

function fieldOf(mailId: string): string {
  return `code of mail ${mailId}`;
}
