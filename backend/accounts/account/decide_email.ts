import { assertTwo } from "../../admin/team/reads.ts";
import type { Deps } from "../../deps.ts";
import type { Positions } from "../../store/log/group.ts";
import { accountHandler, accounts } from "./accounts.ts";
import type { Origin } from "./register.ts";
import { decideEmail, type EmailDecision, openEmail, type PendingEmail, type SealedEmail } from "./state.ts";

/**
 * Lets a person have the address that an admin asked for, or keeps the one they have. To confirm takes an admin on
 * another side. Throws Refusal `not_found`, `already_decided`, `not_independent`, `email_taken` or `user_deleted`.
 */
export async function decidePendingEmail(
  deps: Deps,
  { metadata, ...decision }: EmailDecision & Pick<Origin, "metadata">,
): Promise<Positions> {
  const email = (await pendingEmailOf(deps, decision.userId))?.email;
  const command = { ...decision, email };
  return (await deps.store.execute(deciding, command, { logs: ["social"], metadata })).positions;
}

/** The address that waits for another admin's word now. */
async function pendingEmailOf({ store, now }: Deps, userId: string): Promise<PendingEmail | undefined> {
  return openEmail((await accounts.states(store.sql, [userId]))(userId), now());
}

/** The same in clear; undefined where none waits. */
export async function openPendingEmail(
  deps: Deps,
  userId: string,
): Promise<Omit<PendingEmail, "email"> & { readonly email: string } | undefined> {
  const pending = await pendingEmailOf(deps, userId);
  const key = pending && (await deps.personal.keysOf(deps.store.sql, [userId])).get(userId);
  return pending && key && { ...pending, email: key.open("email", pending.email.email) };
}

const deciding = accountHandler<EmailDecision & { readonly email: SealedEmail | undefined }>(
  "decideEmail",
  (account, decision, { isEmailTaken, areTwo, now }) => {
    const events = decideEmail(account, decision, { now, isTaken: (email) => isEmailTaken(email, account) });
    if (decision.outcome === "confirm") {
      assertTwo(areTwo, { proposedBy: openEmail(account, now)?.proposedBy, adminId: decision.adminId });
    }
    return events;
  },
  { emails: ({ email }) => email ? [email] : [], isOfTwo: true },
);
