import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import type { Origin } from "../account/register.ts";
import { accountOf, assertCode, redeemCode } from "../code/verify.ts";
import { type Attempts, isPasswordOf } from "./log_in.ts";
import { accountHandler } from "../account/accounts.ts";
import { changePassword as decideChange, resetPassword as decideReset } from "../account/state.ts";
import { assertUsable, hashPassword } from "./passwords.ts";

/**
 * Sets a new password with a code from the mail, which also confirms the address. Throws Refusal `weak_password` before
 * the code is looked at, `bad_code` for a wrong code and an unknown address alike. Answers whose password it was.
 */
export async function resetPassword(
  deps: Deps,
  { email, otp, newPassword, metadata }: { email: string; otp: string; newPassword: string } & Origin,
): Promise<{ userId: string }> {
  assertUsable(newPassword, { composed: true, field: "newPassword", email });
  const user = await accountOf(deps, email);
  // Only a right code has something hashed: how long an answer takes tells of no account. Hashed before the code is
  // burnt, so that a full queue of hashes costs no one their code.
  await assertCode(deps, user, { purpose: "reset", otp });
  const passwordHash = await sealHash(deps, user.userId, newPassword);
  await redeemCode(deps, user, { purpose: "reset", otp });
  await deps.store.execute(reset, { userId: user.userId, passwordHash }, { logs: ["social"], metadata });
  return { userId: user.userId };
}

/**
 * Changes the password of someone who knows the old one; one session may stay open. Throws Refusal `wrong_password`,
 * `weak_password`, or `conflict` when the password has changed since.
 */
export async function changePassword(
  deps: Deps,
  change: Origin & {
    readonly userId: string;
    readonly keptSessionId: string;
    readonly currentPassword: string;
    readonly newPassword: string;
    readonly attempts: Attempts;
  },
): Promise<void> {
  const { userId, keptSessionId, metadata } = change;
  assertUsable(change.newPassword, { composed: false, field: "newPassword" });
  const user = await findUser(deps.store.sql, userId);
  if (!user || !await isPasswordOf(deps, user, { password: change.currentPassword, attempts: change.attempts })) {
    throw new Refusal("wrong_password", "Current password is incorrect", { field: "currentPassword" });
  }
  const passwordHash = await sealHash(deps, userId, change.newPassword);
  const command = { userId, checkedHash: user.passwordHash, passwordHash, keptSessionId };
  await deps.store.execute(ownersChange, command, { logs: ["social"], metadata });
}

/** Sets the password of someone whom another proof has shown; `before` runs when the password is known to be good. */
export async function setPassword(
  deps: Deps,
  { userId, newPassword, metadata, before }: Origin & {
    readonly userId: string;
    readonly newPassword: string;
    before(): Promise<unknown>;
  },
): Promise<void> {
  assertUsable(newPassword, { composed: false, field: "newPassword" });
  const passwordHash = await sealHash(deps, userId, newPassword);
  await before();
  await deps.store.execute(reset, { userId, passwordHash }, { logs: ["social"], metadata });
}

/** Throws Refusal `weak_password` where the password is the account's own address, `not_found` after an erasure. */
async function sealHash(deps: Deps, userId: string, password: string): Promise<string> {
  const user = await findUser(deps.store.sql, userId);
  const key = (await deps.personal.keysOf(deps.store.sql, [userId])).get(userId);
  if (!user || !key) throw new Refusal("not_found", "Account not found");
  assertUsable(password, { composed: false, field: "newPassword", email: key.open("email", user.email) });
  return key.seal("passwordHash", await hashPassword(password));
}

const reset = accountHandler<{ userId: string; passwordHash: string }>(
  "resetPassword",
  (account, { passwordHash }) => decideReset(account, passwordHash),
);
const ownersChange = accountHandler<
  { userId: string; checkedHash: string; passwordHash: string; keptSessionId: string }
>("changePassword", decideChange);
