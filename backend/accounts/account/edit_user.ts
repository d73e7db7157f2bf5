import { randomBytes } from "node:crypto";
import type { Role } from "../../contract/accounts.ts";
import type { AdminRole } from "../../contract/admin_roles.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Positions } from "../../store/log/group.ts";
import { streamVersions } from "../../store/log/read.ts";
import { CommandMismatch } from "../../store/log/errors.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import { changedFields, type ProfileFields } from "./change_profile.ts";
import { type Origin, registerUser, sealedEmail } from "./register.ts";
import { accountHandler } from "./accounts.ts";
import { type AccountEvent, userStream } from "./events.ts";
import { refusalOfLateForm } from "./reads.ts";
import { askForEmail, isAskedFor } from "./email_kind.ts";
import { type EditUser, editUser as decideEdit } from "./state.ts";
import { assertUsable, hashPassword } from "../login/passwords.ts";
import { normalPhone } from "./phone.ts";

/** An account as an admin makes it. Phone and address may be empty. */
interface UserByAdmin {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
  readonly address: string;
  readonly role: Role;
  readonly isAdmin: boolean;
  readonly adminRole?: AdminRole | undefined;
  /** Left out, the password is unknown to everyone. */
  readonly password?: string | undefined;
}

/**
 * Makes an account whose address needs no proof. The same command id makes it once. Throws Refusal `email_taken`,
 * `weak_password` or `invalid_request`.
 */
export async function createUser(deps: Deps, user: UserByAdmin, origin: Origin): ReturnType<typeof registerUser> {
  const { password, ...person } = user;
  if (password !== undefined) assertUsable(password, { composed: false, email: person.email });
  const userId = newId(deps.now());
  const account = {
    ...person,
    userId,
    phone: normalPhone(person.phone),
    passwordHash: await hashPassword(password ?? randomBytes(32).toString("base64url")),
    verified: true,
  };
  try {
    const made = await registerUser(deps, account, { ...origin, content: { ...user } });
    if (made.userId !== userId) await deps.personal.destroy(deps.store.sql, userId);
    return made;
  } catch (error) {
    // Refused for good, so nothing was sealed with the key of this new id.
    if (error instanceof Refusal || error instanceof CommandMismatch) {
      await deps.personal.destroy(deps.store.sql, userId);
    }
    throw error;
  }
}

/** Missing fields stay unchanged. */
interface UserEdit extends ProfileFields {
  readonly email?: string | undefined;
  readonly role?: Role | undefined;
  readonly isAdmin?: boolean | undefined;
  /** The person is mailed a link to choose a password: no admin sets one. */
  readonly passwordLink?: boolean | undefined;
  /** How many events the account had when the form was loaded: it is refused where more have come since. */
  readonly version?: number | undefined;
}

/**
 * Changes someone's account as an admin, all of it or nothing. A new address is then asked for as a proposal, of which the
 * old one is told; sent again, the form asks for what is missing. A changed role or right ends the sessions. Throws Refusal
 * `not_found`, `user_deleted`, `email_taken`, `already_decided`, `admin_protected`, `conflict` or `invalid_request`.
 */
export async function editUser(
  deps: Deps,
  { userId, adminId, edit, metadata }: Origin & {
    readonly userId: string;
    readonly adminId: string;
    readonly edit: UserEdit;
  },
): Promise<Positions> {
  const { sql } = deps.store;
  const { email, role, isAdmin, passwordLink = false, version, ...fields } = edit;
  const user = await findUser(sql, userId);
  const key = (await deps.personal.keysOf(sql, [userId])).get(userId);
  if (!user || !key) throw new Refusal("not_found", "User not found");
  const wanted = email === undefined ? undefined : sealedEmail(deps, key, email);
  const asked = wanted?.emailHash === user.emailHash ? undefined : wanted;
  const isAsked = asked !== undefined && await isAskedFor(deps, { userId, email: asked });
  const command: EditUser = {
    userId,
    adminId,
    fields: changedFields(fields, user, key),
    ...(asked && { email: asked }),
    ...(role === undefined ? {} : { role }),
    ...(isAdmin === undefined ? {} : { isAdmin }),
    passwordLink,
  };
  try {
    const loaded = version === undefined ? {} : { version };
    const { positions } = await deps.store.execute(editing, { ...command, ...loaded }, { logs: ["social"], metadata });
    if (asked && !isAsked) await askForEmail(deps, { userId, from: user.emailHash, email: asked, adminId, metadata });
    return positions;
  } catch (error) {
    if (error instanceof Refusal && error.code === "conflict") throw await changedBy(deps, userId);
    throw error;
  }
}

/** How many events an account has: a form that sends it back is refused where more have come since. */
export async function accountVersion({ store }: Pick<Deps, "store">, userId: string): Promise<number> {
  const stream = userStream(userId);
  return (await streamVersions(store.sql, "social", [stream])).get(stream) ?? 0;
}

/** Who changed the account last, and when. */
async function changedBy(deps: Deps, userId: string): Promise<Refusal> {
  const last = (await deps.store.readStream<AccountEvent>("social", userStream(userId))).at(-1);
  const { metadata: { actor } = { actor: "" }, recordedAt: at = 0 } = last ?? {};
  return await refusalOfLateForm(deps, { actor, at, what: "this user", next: "open the form again" });
}

const editing = accountHandler<EditUser & { readonly version?: number }>(
  "editUser",
  (account, command, { isEmailTaken, version }) => {
    const { email } = command;
    if (command.version !== undefined && command.version !== version) {
      throw new Refusal("conflict", "This user has just changed");
    }
    return decideEdit(account, command, { isEmailTaken: email !== undefined && isEmailTaken(email, account) });
  },
  { emails: ({ email }) => email ? [email] : [] },
);
