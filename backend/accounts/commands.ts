import type { SignupRequest } from "../contract/accounts.ts";
import { newId } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import type { Json } from "../store/canonical.ts";
import { CommandMismatch } from "../store/errors.ts";
import type { Metadata } from "../store/event.ts";
import type { PersonKey } from "../store/personal_data.ts";
import { findUser, findUserByEmailHash, type User } from "../../projections/users.ts";
import { accountHandler, registration } from "./commands_state.ts";
import {
  changeProfile as decideProfile,
  grantAdmin,
  type RegisterUser,
  verifyEmail as decideVerified,
} from "./decide.ts";
import type { ProfileChanged } from "./events.ts";
import { assertUsable, hashPassword } from "./passwords.ts";
import { sealPerson } from "./person.ts";
import { normalPhone } from "./phone.ts";
import { SignUpProofs } from "./signup_proofs.ts";

export { openPerson, openPersons } from "./person.ts";

/** Who asks, and the client's id of the command where it has one. */
export interface Origin {
  readonly metadata: Metadata;
  readonly commandId?: string;
}

/** The account of an address, whatever its letters' case. */
export function emailHashOf(deps: Pick<Deps, "personal">, email: string): string {
  return deps.personal.lookupHash("email", email.trim().toLowerCase());
}

export interface NewAccount extends Omit<SignupRequest, "password"> {
  readonly userId: string;
  /** Argon2id, as a PHC string. */
  readonly passwordHash: string;
  /** Nobody has to show that the address is theirs: the first admin, accounts made by admins, the demo. */
  readonly verified?: boolean;
  readonly isAdmin?: boolean;
}

/**
 * Signs someone up: an unverified account, whose first code is on its way by mail. `signUpProof` opens a session
 * together with that code, once. The same command id with the same content answers the first result again. Throws
 * Refusal `email_taken`, `weak_password` or `invalid_request`.
 */
export async function signUp(
  deps: Deps,
  request: SignupRequest,
  origin: Origin,
): Promise<{ userId: string; signUpProof: string | undefined }> {
  const { password, ...person } = request;
  assertUsable(password, { composed: false });
  const phone = normalPhone(person.phone);
  const userId = newId(deps.now());
  const passwordHash = await hashPassword(password);
  const account = { ...person, phone, userId, passwordHash };
  try {
    const { result } = await register(deps, account, { ...origin, content: request });
    if (result.userId !== userId) await deps.personal.destroy(deps.store.sql, userId);
    return { userId: result.userId, signUpProof: await issueProof(deps, result.userId) };
  } catch (error) {
    if (error instanceof Refusal && error.code === "email_taken") await contestProof(deps, person.email);
    // Refused for good, so nothing was sealed with the key of this new id; after a lost connection nobody can tell.
    if (error instanceof Refusal || error instanceof CommandMismatch) {
      await deps.personal.destroy(deps.store.sql, userId);
    }
    throw error;
  }
}

/**
 * Makes an account whose id is given: the same command id makes it once. `content` is what the client sent, where the
 * id is not the client's. Throws Refusal `email_taken`.
 */
export async function registerUser(
  deps: Deps,
  account: NewAccount,
  origin: Origin & { readonly content?: Json },
): Promise<{ userId: string }> {
  const { userId, email, role } = account;
  return (await register(deps, account, { content: { userId, email, role }, ...origin })).result;
}

/** Notes that the address is the person's, without a code. */
export async function verifyEmail(deps: Deps, userId: string, { metadata }: Origin): Promise<void> {
  await deps.store.execute(verification, { userId }, { logs: ["social"], metadata });
}

const PROFILE_FIELDS = ["firstName", "lastName", "phone", "address"] as const;
export type ProfileFields = { readonly [Field in typeof PROFILE_FIELDS[number]]?: string | undefined };

/** Changes what is given and differs. Throws Refusal `invalid_request` for a bad phone number, `not_found`. */
export async function changeProfile(
  deps: Deps,
  userId: string,
  { fields, metadata, commandId }: Origin & { fields: ProfileFields },
): Promise<void> {
  const user = await findUser(deps.store.sql, userId);
  const key = (await deps.personal.keysOf(deps.store.sql, [userId])).get(userId);
  if (!user || !key) throw new Refusal("not_found", "Account not found");
  const command = { userId, fields: changedFields(fields, user, key) };
  await deps.store.execute(profileChange, command, {
    logs: ["social"],
    metadata,
    ...(commandId === undefined ? {} : { commandId, content: { userId, ...fields } }),
  });
}

/** The fields that are given and differ, sealed. Throws Refusal `invalid_request` for a bad phone number. */
export function changedFields(
  fields: ProfileFields,
  user: User,
  key: PersonKey,
): Omit<ProfileChanged["data"], "userId"> {
  const said = fields.phone === undefined ? fields : { ...fields, phone: normalPhone(fields.phone) };
  return Object.fromEntries(PROFILE_FIELDS.flatMap((field) => {
    const text = said[field];
    return text === undefined || text === key.open(field, user[field]) ? [] : [[field, key.seal(field, text)]];
  }));
}

/** Makes an admin of someone. Throws Refusal `not_found`. */
export async function makeAdmin(deps: Deps, userId: string, { metadata }: Origin): Promise<void> {
  await deps.store.execute(adminGrant, { userId }, { logs: ["social"], metadata });
}

/** The admin that the environment names: made when the address has no account, else given the right. */
export async function ensureFirstAdmin(deps: Deps, admin: { email: string; password: string }): Promise<void> {
  const metadata = { actor: "system:first-admin" };
  const email = admin.email.trim().toLowerCase();
  const known = await findUserByEmailHash(deps.store.sql, emailHashOf(deps, email));
  if (known?.isAdmin) return;
  if (known) return await makeAdmin(deps, known.userId, { metadata });
  const account = {
    userId: newId(deps.now()),
    ...{ firstName: "First", lastName: "Admin", email, phone: "", address: "", role: "listener" as const },
    passwordHash: await hashPassword(admin.password),
    verified: true,
    isAdmin: true,
  };
  try {
    await registerUser(deps, account, { metadata });
  } catch (error) {
    // Another process that started at the same time was quicker.
    if (!(error instanceof Refusal && error.code === "email_taken")) throw error;
    await deps.personal.destroy(deps.store.sql, account.userId);
  }
}

const verification = accountHandler<{ userId: string }>("verifyEmail", (account) => decideVerified(account));
const adminGrant = accountHandler<{ userId: string }>("makeAdmin", (account) => grantAdmin(account));
const profileChange = accountHandler<{ userId: string; fields: Omit<ProfileChanged["data"], "userId"> }>(
  "changeProfile",
  (account, { fields }) => decideProfile(account, fields),
);

async function issueProof(deps: Deps, userId: string): Promise<string | undefined> {
  const user = await findUser(deps.store.sql, userId);
  if (!user || user.isVerified) return undefined;
  return await new SignUpProofs(deps.secret).issue(deps.store.sql, { owner: user, now: deps.now() });
}

async function contestProof(deps: Deps, email: string): Promise<void> {
  const user = await findUserByEmailHash(deps.store.sql, emailHashOf(deps, email));
  if (user) await new SignUpProofs(deps.secret).contest(deps.store.sql, user.userId);
}

async function register(deps: Deps, account: NewAccount, { metadata, commandId, content }: Origin & { content: Json }) {
  const { userId, role, verified = false, isAdmin = false } = account;
  const { firstName, lastName, email, phone, address } = account;
  const key = await deps.personal.keyOf(deps.store.sql, userId);
  const command: RegisterUser = {
    data: {
      ...{ userId, role, emailHash: emailHashOf(deps, email) },
      ...sealPerson(key, { firstName, lastName, email, phone, address }),
      passwordHash: key.seal("passwordHash", account.passwordHash),
    },
    verified,
    isAdmin,
  };
  return await deps.store.execute(registration, command, {
    logs: ["social"],
    metadata,
    ...(commandId === undefined ? {} : { commandId, content }),
  });
}
