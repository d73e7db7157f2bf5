import { openAbout } from "../../../projections/admin/proposals.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import { catchUpProposals, propose } from "../../approvals/decide.ts";
import type { ProposalContent } from "../../approvals/events.ts";
import type { ProposalKind } from "../../approvals/kind.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { accountHandler } from "./accounts.ts";
import { PENDING_EMAIL } from "./events.ts";
import type { Origin } from "./register.ts";
import { type ChosenEmail, decideEmail, PENDING_EMAIL_MS, type SealedEmail } from "./state.ts";

/**
 * Another email for a person, which an admin asks for. Where only one side exists it takes effect after seven days, unless
 * the old address or the proven phone objects (`planned_email.ts`).
 */
export const pendingEmailKind: ProposalKind<ChosenEmail> = {
  name: PENDING_EMAIL,
  roles: ["support"],
  lapsesAt: (now) => now + PENDING_EMAIL_MS,
  alone: "nothing",
  ofOwn: "proposed",
  oneSide: "holds_later",
  async matter(deps, userId, content) {
    const { sql } = deps.store;
    const [user, keys] = await Promise.all([findUser(sql, userId), deps.personal.keysOf(sql, [userId])]);
    const key = keys.get(userId);
    const { emailHash } = emailIn(content);
    // The person has another address by now: what was asked for was about the one before.
    if (!user || !key || user.emailHash === emailHash || user.emailHash !== (content["from"] ?? user.emailHash)) {
      return undefined;
    }
    const [before, after] = [user.email, emailIn(content).email].map((email) => masked(key.open("email", email)));
    return {
      ...{ log: "social", units: 0, people: [] },
      title: "Give a user another email",
      lines: [
        `${before} becomes ${after}. The user's form shows both in full.`,
        "With the new address one can log in as this person and take what they have. We have told the old address.",
        "Confirm this only if you know that the person asked for it.",
        "It logs them out, and no tokens leave the account for 72 hours. It cannot be undone, only changed again.",
      ],
      link: { label: "Open the user", path: `/users?edit=${userId}` },
    };
  },
  prepare: (_deps, { subject: userId, content, adminId, proposalId: changeId, proposedBy }) =>
    Promise.resolve({ userId, changeId, adminId, email: emailIn(content), isPlanned: proposedBy === undefined }),
  booking: accountHandler<ChosenEmail & { readonly step: string }>(
    "decideEmail",
    (account, { step: _, ...chosen }, { isEmailTaken, now }) =>
      decideEmail(account, chosen, { now, isTaken: isEmailTaken(chosen.email, account) }),
    { emails: ({ email }) => [email] },
  ),
  async followUp(deps, { subject: userId, content }) {
    const user = await findUser(deps.store.sql, userId);
    if (user?.emailHash === content["emailHash"]) await deps.sessions.endAll(userId);
  },
};

/** Of an address as little as tells two of them apart: the list is for every admin. */
function masked(email: string): string {
  const [name = "", host = ""] = email.split("@");
  return `${name.slice(0, 1)}…@${host}`;
}

function emailIn({ email, emailHash, mailboxHash }: ProposalContent): SealedEmail {
  return {
    ...{ email: String(email), emailHash: String(emailHash) },
    ...(mailboxHash !== undefined && { mailboxHash: String(mailboxHash) }),
  };
}

interface AskForEmail {
  readonly userId: string;
  /** Of the address that the person has. */
  readonly from: string;
  readonly email: SealedEmail;
  readonly adminId: string;
}

/** Refuses with `already_decided` while another address waits; answers whether this one waits already. */
export async function isAskedFor(
  deps: Deps,
  { userId, email }: Pick<AskForEmail, "userId" | "email">,
): Promise<boolean> {
  await catchUpProposals(deps);
  const open = await openAbout(deps.store.sql, { kind: PENDING_EMAIL, subject: userId, now: deps.now() });
  if (!open || !await pendingEmailKind.matter(deps, userId, open.content)) return false;
  if (emailIn(open.content).emailHash !== email.emailHash) {
    throw new Refusal("already_decided", "Another email of this person waits for an admin on another side");
  }
  return true;
}

/** An admin asks for another address of a person. Throws what `propose` does. */
export async function askForEmail(
  deps: Deps,
  { userId, from, email, adminId, metadata }: AskForEmail & Pick<Origin, "metadata">,
): Promise<void> {
  const content: ProposalContent = { ...email, from };
  await propose(deps, pendingEmailKind, { subject: userId, content, adminId, metadata });
}

/** The address that waits for another side, sealed. */
export async function waitingEmail(
  deps: Deps,
  userId: string,
): Promise<{ readonly email: SealedEmail["email"] } | undefined> {
  await catchUpProposals(deps);
  const open = await openAbout(deps.store.sql, { kind: PENDING_EMAIL, subject: userId, now: deps.now() });
  return open && await pendingEmailKind.matter(deps, userId, open.content) ? emailIn(open.content) : undefined;
}
