import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Positions } from "../../store/log/group.ts";
import type { Origin } from "./register.ts";
import type { Append } from "../../store/log/event.ts";
import { accountHandler, type Accounts } from "./accounts.ts";
import { SUSPENSION_REASON } from "./events.ts";
import { suspendUser, type Suspension, unsuspendUser } from "./state.ts";

/**
 * Shuts a person out: no log-in and no withdrawal from now on; a reaction ends the sessions. Throws Refusal
 * `not_found`, `user_deleted`, `own_account`, `last_admin` or `already_suspended`.
 */
export async function suspend(deps: Deps, suspension: Suspension, { metadata }: Origin): Promise<Positions> {
  const command = await sealed(deps, suspension);
  return (await deps.store.execute(suspending, command, { logs: ["social"], metadata })).positions;
}

/** Lets a suspended person in again. Throws Refusal `not_found`, `user_deleted` or `not_suspended`. */
export async function unsuspend(deps: Deps, suspension: Suspension, { metadata }: Origin): Promise<Positions> {
  const command = await sealed(deps, suspension);
  return (await deps.store.execute(unsuspending, command, { logs: ["social"], metadata })).positions;
}

/** What an admin writes about a person is the person's: it goes when they are erased. */
async function sealed(deps: Deps, suspension: Suspension): Promise<Suspension> {
  const key = (await deps.personal.keysOf(deps.store.sql, [suspension.userId])).get(suspension.userId);
  if (!key) throw new Refusal("not_found", "User not found");
  const { words } = suspension;
  return {
    ...suspension,
    reason: key.seal(SUSPENSION_REASON, suspension.reason),
    ...(words !== undefined && { words: key.seal("answer", words) }),
  };
}

const suspending = accountHandler<Suspension>(
  "suspendUser",
  (account, command, { activeAdmins }) => suspendUser(account, command, { isEmailTaken: false, activeAdmins }),
  { admins: true },
);
const unsuspending = accountHandler<Suspension>("unsuspendUser", unsuspendUser);

/** What lifting a suspension appends, for commands that decide on more; the reason is sealed. Refuses as `unsuspend`. */
export function unsuspendOne(loaded: Accounts, suspension: Suspension): Append[] {
  return loaded.add(suspension.userId, unsuspendUser(loaded.of(suspension.userId), suspension));
}

/** Since when a person is suspended, epoch ms; undefined for everyone else. */
export function suspendedSince(loaded: Accounts, userId: string): number | undefined {
  const account = loaded.of(userId);
  return "suspension" in account ? account.suspension?.at : undefined;
}
