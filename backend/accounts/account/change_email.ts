import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { findOwners, findUser, type User } from "../../../projections/accounts/users.ts";
import { assertKept, type Origin, sealedEmail } from "./register.ts";
import { badCode, redeemCode, sendCode } from "../code/verify.ts";
import { type Attempts, isPasswordOf } from "../login/log_in.ts";
import { accountHandler, accounts, emailConfirmation } from "./accounts.ts";
import { requestEmail, type SealedEmail } from "./state.ts";

/**
 * Asks for another address: a code goes there, and nothing changes before it comes back. Says nothing about whether the
 * address has an account; if it has, no code goes anywhere. Throws Refusal `wrong_password` or `invalid_request`.
 */
export async function changeEmail(
  deps: Deps,
  { userId, email, currentPassword, attempts, metadata }: Origin & {
    readonly userId: string;
    readonly email: string;
    readonly currentPassword: string;
    readonly attempts: Attempts;
  },
): Promise<void> {
  const { sql } = deps.store;
  const user = await findUser(sql, userId);
  if (!user || !await isPasswordOf(deps, user, { password: currentPassword, attempts })) {
    throw new Refusal("wrong_password", "Current password is incorrect", { field: "currentPassword" });
  }
  const key = (await deps.personal.keysOf(sql, [userId])).get(userId);
  if (!key) throw badCode();
  assertKept(email);
  const wanted = sealedEmail(deps, key, email);
  await deps.store.execute(emailRequest, { userId, ...wanted }, { logs: ["social"], metadata });
  if (await isOthers(deps, user, wanted)) return;
  await sendCode(deps, { userId, purpose: "email", to: wanted.email, about: wanted.emailHash });
}

/** Takes the new address with the code from its mail. Throws Refusal `bad_code` or `email_taken`. */
export async function confirmEmail(
  deps: Deps,
  { userId, otp, metadata }: Origin & { readonly userId: string; readonly otp: string },
): Promise<void> {
  const user = await findUser(deps.store.sql, userId);
  if (user?.newEmailHash === undefined) throw badCode();
  // The code is bound to the address it was sent to: one from another request confirms nothing.
  await redeemCode(deps, user, { purpose: "email", otp, about: user.newEmailHash });
  const account = (await accounts.states(deps.store.sql, [userId]))(userId);
  const mailboxHash = "newEmail" in account ? account.newEmail?.mailboxHash : undefined;
  const command = { userId, emailHash: user.newEmailHash, ...(mailboxHash !== undefined && { mailboxHash }) };
  await deps.store.execute(emailConfirmation, command, { logs: ["social"], metadata });
}

/** Whether the mailbox is another account's. */
async function isOthers({ store }: Deps, { userId }: User, { emailHash, mailboxHash = emailHash }: SealedEmail) {
  return (await findOwners(store.sql, [emailHash, mailboxHash])).some((ownerId) => ownerId !== userId);
}

const emailRequest = accountHandler<SealedEmail & { userId: string }>(
  "changeEmail",
  (account, { userId: _userId, ...wanted }) => requestEmail(account, wanted),
);
