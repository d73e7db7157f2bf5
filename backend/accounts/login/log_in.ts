import { longDay } from "../../contract/long_day.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { withOwnPassword } from "../../../projections/accounts/given_passwords.ts";
import { findUserByEmailHash, type User } from "../../../projections/accounts/users.ts";
import { OneTimeCodes } from "../code/codes.ts";
import { emailHashOf, type Origin } from "../account/register.ts";
import { sendCode } from "../code/verify.ts";
import { accountHandler } from "../account/accounts.ts";
import { rehashPassword, useGivenPassword } from "../account/state.ts";
import { closedByOrin } from "../closing/state.ts";
import { checkPassword, hashPassword, isOutdated } from "./passwords.ts";

const SUSPENDED = "Your account is suspended. Our email to you says why, and how you can appeal.";

/** Counts wrong passwords and makes a caller with many of them wait; `admit` throws the Refusal. */
export interface Attempts {
  admit(): Promise<void>;
  passed(): Promise<void>;
}

/**
 * Whose the address and the password are. Throws Refusal `bad_credentials` for a wrong password and an unknown address
 * alike; for the right password of an account that cannot be used `email_unverified`, or what `assertOpen` throws.
 */
export async function logIn(
  deps: Deps,
  { email, password, attempts, metadata, isReopening = false }: Origin & {
    readonly email: string;
    readonly password: string;
    readonly attempts: Attempts;
    /** The owner of a closed account says that it shall be opened again. */
    readonly isReopening?: boolean;
  },
): Promise<User> {
  const user = await findUserByEmailHash(deps.store.sql, emailHashOf(deps, email));
  const matches = await isPasswordOf(deps, user, { password, attempts });
  if (!user || !matches) throw new Refusal("bad_credentials", "wrong password or wrong username");
  assertNotSuspended(user);
  if (!user.isVerified) {
    await offerCode(deps, { userId: user.userId, purpose: "verify" });
    throw new Refusal("email_unverified", "Please verify your email address to log in");
  }
  if (!isReopening) assertOpen(user);
  await rehashIfOutdated(deps, user, { password, metadata });
  return user;
}

/**
 * Uses up a password that another person gave, and answers whether it was one: the log-in then only lets the person
 * choose their own. Used up before, it is refused with `own_password_needed`, and a link to choose one is mailed.
 */
export async function usesGivenPassword(deps: Deps, user: User, { metadata }: Origin): Promise<boolean> {
  const { userId, passwordHash: checkedHash } = user;
  if ((await withOwnPassword(deps.store.sql, [userId])).has(userId)) return false;
  try {
    await deps.store.execute(givenUse, { userId, checkedHash }, { logs: ["social"], metadata });
  } catch (error) {
    if (!(error instanceof Refusal && error.code === "own_password_needed")) throw error;
    await offerCode(deps, { userId, purpose: "reset", isLinkOnly: true });
    throw error;
  }
  return true;
}

/** Whose account an address is, for those who count its log-ins; undefined for an address without one. */
export async function ownerOf(deps: Deps, email: string): Promise<string | undefined> {
  return (await findUserByEmailHash(deps.store.sql, emailHashOf(deps, email)))?.userId;
}

/** For every way to log in. Throws Refusal `account_suspended`. */
export function assertNotSuspended({ suspension }: Pick<User, "suspension">): void {
  if (suspension !== undefined) throw new Refusal("account_suspended", SUSPENDED);
}

/**
 * For every way to log in. Throws Refusal `account_closing` for an account that its owner has closed and may open again,
 * `account_closed` for one that an admin has closed.
 */
export function assertOpen({ closing }: Pick<User, "closing">): void {
  if (closing?.by === "owner") {
    const text = `This account is closed and will be deleted on ${longDay(closing.eraseAt)}`;
    throw new Refusal("account_closing", text, { eraseAt: new Date(closing.eraseAt).toISOString() });
  }
  if (closing) throw closedByOrin();
}

/** Checks a password, counted and in its turn; without a user or the user's key the answer is no, and takes as long. */
export async function isPasswordOf(
  deps: Deps,
  user: User | undefined,
  { password, attempts }: { password: string; attempts: Attempts },
): Promise<boolean> {
  const key = user && (await deps.personal.keysOf(deps.store.sql, [user.userId])).get(user.userId);
  const passwordHash = key?.open("passwordHash", user?.passwordHash ?? "");
  const matches = await checkPassword(password, passwordHash, attempts);
  if (matches) await attempts.passed();
  return matches;
}

/** Not while the last one can still be used: the mail with it may be on its way. */
async function offerCode(deps: Deps, code: { userId: string; purpose: "verify" | "reset"; isLinkOnly?: boolean }) {
  if (!await new OneTimeCodes(deps.keys).isWaiting(deps.store.sql, { ...code, now: deps.now() })) {
    await sendCode(deps, code);
  }
}

async function rehashIfOutdated(
  deps: Deps,
  { userId, passwordHash }: User,
  { password, metadata }: { password: string } & Origin,
): Promise<void> {
  const key = (await deps.personal.keysOf(deps.store.sql, [userId])).get(userId);
  if (!key || !isOutdated(key.open("passwordHash", passwordHash))) return;
  const rehashed = key.seal("passwordHash", await hashPassword(password));
  const command = { userId, checkedHash: passwordHash, passwordHash: rehashed };
  await deps.store.execute(rehash, command, { logs: ["social"], metadata });
}

const rehash = accountHandler<{ userId: string; checkedHash: string; passwordHash: string }>(
  "rehashPassword",
  rehashPassword,
);

const givenUse = accountHandler<{ userId: string; checkedHash: string }>("useGivenPassword", useGivenPassword);
