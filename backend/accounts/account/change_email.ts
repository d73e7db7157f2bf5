import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { findUser, findUserByEmailHash } from "../../../projections/users.ts";
import { emailHashOf, type Origin } from "./register.ts";
import { badCode, redeemCode, sendCode } from "../code/verify.ts";
import { type Attempts, isPasswordOf } from "../login/log_in.ts";
import { accountHandler, emailConfirmation } from "./accounts.ts";
import { requestEmail } from "./state.ts";

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
  const [sealed, emailHash] = [key.seal("email", email), emailHashOf(deps, email)];
  await deps.store.execute(emailRequest, { userId, email: sealed, emailHash }, { logs: ["social"], metadata });
  if (await findUserByEmailHash(sql, emailHash)) return;
  await sendCode(deps, { userId, purpose: "email", to: sealed, about: emailHash });
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
  const command = { userId, emailHash: user.newEmailHash };
  await deps.store.execute(emailConfirmation, command, { logs: ["social"], metadata });
}

const emailRequest = accountHandler<{ userId: string; email: string; emailHash: string }>(
  "changeEmail",
  (account, { email, emailHash }) => requestEmail(account, { email, emailHash }),
);
