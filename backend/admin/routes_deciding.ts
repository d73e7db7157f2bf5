import type { Context } from "hono";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { metadataOf } from "../http/request_id.ts";
import type { WithSession } from "../http/session.ts";
import { idInPath } from "../http/validate.ts";
import { needFreshPassword } from "../http/fresh_password.ts";

/** A list that was asked for right after a change should show it; nobody waits longer for that. */
export const SETTLE_MS = 1_000;
const NO_USER = "User not found";

/** Throws Refusal `password_needed` unless the admin may decide about accounts without giving the password again. */
export function needPasswordForAccounts(deps: Deps, c: Context<WithSession>): void {
  needFreshPassword(deps.now(), c.var.session, "Please enter your password again to change accounts");
}

/** Who decides about whom: with the password given in the last 15 minutes. */
export function decidingAbout(deps: Deps, c: Context<WithSession>) {
  needPasswordForAccounts(deps, c);
  const { userId: adminId } = c.var.session;
  return { adminId, userId: userIdOf(c), metadata: metadataOf(c, adminId) };
}

/** The person whom the path names. Throws Refusal `not_found` for what is no id. */
export function userIdOf(c: Context): string {
  return idInPath(c, "id", NO_USER);
}

/** The refusal for a user whom nobody knows. */
export function userNotFound(): Refusal {
  return new Refusal("not_found", NO_USER);
}
