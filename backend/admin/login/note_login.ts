import { findUserByEmailHash, type User } from "../../../projections/accounts/users.ts";
import { emailHashOf } from "../../accounts/account/register.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import {
  type AdminLoggedIn,
  type AdminLoginFailed,
  adminLoginStream,
  LOGIN_FAILURES,
  type LoginFailure,
  NO_ADMIN,
} from "./events.ts";

/** Writes into the log that an admin came in. Throws when it cannot: no admin works in the back office unseen. */
export async function noteAdminLogin(
  { store }: Pick<Deps, "store">,
  { userId, sessionId }: AdminLoggedIn["data"],
  metadata: Metadata,
): Promise<void> {
  const event: AdminLoggedIn = { type: "AdminLoggedIn", data: { userId, sessionId } };
  await store.appendToStream("social", adminLoginStream(userId), [event], { metadata });
}

/** The first failures of an hour are noted one by one; after that, only each doubling. */
const NOTED_SINGLY = 50;

export interface FailedLogin {
  /** The address as it was typed, which is stored as a keyed hash; or who was logged in. */
  readonly tried: string | User;
  readonly because: LoginFailure;
  readonly metadata: Metadata;
  /** Counts one more failure of the hour, of an admin or of all others together. `hourFrom` in epoch ms. */
  count(of: string): Promise<{ readonly count: number; readonly hourFrom: number }>;
}

/**
 * Notes a log-in to the back office that failed. What an attacker can write into the log is bounded: an hour holds some
 * 50 of these for each admin and for everyone else together.
 */
export async function noteFailedLogin(deps: Deps, { tried, because, metadata, count }: FailedLogin): Promise<void> {
  const account = typeof tried === "string" ? emailHashOf(deps, tried) : tried.emailHash;
  const user = typeof tried === "string" ? await findUserByEmailHash(deps.store.sql, account) : tried;
  const of = user?.isAdmin ? user.userId : NO_ADMIN;
  const { count: failures, hourFrom } = await count(of);
  if (failures > NOTED_SINGLY && !isPowerOfTwo(failures)) return;
  const data = { account, ...(user && { userId: user.userId }), because, failures, hourFrom };
  const event: AdminLoginFailed = { type: "AdminLoginFailed", data };
  await deps.store.appendToStream("social", adminLoginStream(of), [event], { metadata });
}

/** Why a log-in failed, where the refusal is one of a log-in; a service that is busy is none. */
export function failureOf(error: unknown): LoginFailure | undefined {
  return error instanceof Refusal ? LOGIN_FAILURES.find((code) => code === error.code) : undefined;
}

function isPowerOfTwo(count: number): boolean {
  return Number.isInteger(Math.log2(count));
}
