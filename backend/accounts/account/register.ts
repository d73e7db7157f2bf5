import { findUser, findUserByEmailHash } from "../../../projections/accounts/users.ts";
import type { SignupRequest } from "../../contract/requests/accounts.ts";
import type { AdminRole } from "../../contract/admin_roles.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import { assertNotOrin } from "../../contract/speaks_for_orin.ts";
import type { Deps } from "../../deps.ts";
import type { Json } from "../../store/log/canonical.ts";
import type { ExecuteOptions } from "../../store/log/command.ts";
import { CommandMismatch, OutcomeUnknown, Overloaded } from "../../store/log/errors.ts";
import type { Positions } from "../../store/log/group.ts";
import type { Metadata } from "../../store/log/event.ts";
import { assertUsable, hashPassword } from "../login/passwords.ts";
import { SignUpProofs } from "../signup/proofs.ts";
import { accountHandler, registration } from "./accounts.ts";
import { sealPerson } from "./person.ts";
import { normalPhone } from "./phone.ts";
import { isDisposable, mailboxOf } from "../signup/mailbox.ts";
import type { PersonKey } from "../../store/personal/personal_data.ts";
import { type RegisterUser, type SealedEmail, verifyEmail as decideVerified } from "./state.ts";

/** Who asks, and the client's id of the command where it has one. */
export interface Origin {
  readonly metadata: Metadata;
  readonly commandId?: string;
}

/** The same of a command that takes effect once also where it has no id. */
type OnceOrigin = Origin & Pick<ExecuteOptions, "onceWithinMs">;

/** The account of an address, whatever its letters' case. */
export function emailHashOf(deps: Pick<Deps, "personal">, email: string): string {
  return deps.personal.lookupHash("email", email.trim().toLowerCase());
}

/**
 * An address for an event: sealed, with the hash that finds its account, and that of its mailbox where this is written
 * another way.
 */
export function sealedEmail(deps: Pick<Deps, "personal">, key: PersonKey, email: string): SealedEmail {
  const [emailHash, mailboxHash] = [emailHashOf(deps, email), emailHashOf(deps, mailboxOf(email))];
  return { email: key.seal("email", email), emailHash, ...(mailboxHash !== emailHash && { mailboxHash }) };
}

/** Throws Refusal `invalid_request` for an address of a service that gives mailboxes away for minutes. */
export function assertKept(email: string): void {
  if (!isDisposable(email)) return;
  throw new Refusal("invalid_request", "Please use an email address that you keep", { field: "email" });
}

interface NewAccount extends Omit<SignupRequest, "password" | "altcha"> {
  readonly userId: string;
  /** Argon2id, as a PHC string. */
  readonly passwordHash: string;
  /** No one has to prove the address: the first admin, accounts made by admins, the demo. */
  readonly verified?: boolean;
  readonly isAdmin?: boolean;
  readonly adminRole?: AdminRole | undefined;
}

const MAY_BE_MADE = "Orin is busy. Please send the same again within a minute: your account is made only once.";

/**
 * Signs someone up: an unverified account, whose first code is on its way by mail. `signUpProof` opens a session
 * together with that code, once. The same command id with the same content, or without an id the same content within
 * `onceWithinMs`, answers the first result again: only who knows the password has the content. Throws Refusal
 * `email_taken`, `weak_password`, `artist_name_taken` for Orin's own name, or `invalid_request`; Overloaded also where
 * the account may be made.
 */
export async function signUp(
  deps: Deps,
  request: SignupRequest,
  origin: OnceOrigin,
): Promise<{ userId: string; signUpProof: string | undefined }> {
  const { password, ...person } = request;
  assertUsable(password, { composed: false, email: person.email });
  assertKept(person.email);
  assertNotOrin(`${person.firstName} ${person.lastName}`, "firstName");
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
    // Refused for good, so nothing was sealed with the key of this new id; after a lost connection that is unknown.
    if (error instanceof Refusal || error instanceof CommandMismatch) {
      await deps.personal.destroy(deps.store.sql, userId);
    }
    if (error instanceof OutcomeUnknown) throw new Overloaded(2_000, MAY_BE_MADE);
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
): Promise<{ userId: string; positions: Positions }> {
  const { userId, email, role } = account;
  const { result, positions } = await register(deps, account, { content: { userId, email, role }, ...origin });
  return { ...result, positions };
}

/** Notes that the address is the person's, without a code. */
export async function verifyEmail(deps: Deps, userId: string, { metadata }: Origin): Promise<void> {
  await deps.store.execute(verification, { userId }, { logs: ["social"], metadata });
}

const verification = accountHandler<{ userId: string }>("verifyEmail", (account) => decideVerified(account));

async function issueProof(deps: Deps, userId: string): Promise<string | undefined> {
  const user = await findUser(deps.store.sql, userId);
  if (!user || user.isVerified) return undefined;
  return await new SignUpProofs(deps.keys).issue(deps.store.sql, { owner: user, now: deps.now() });
}

async function contestProof(deps: Deps, email: string): Promise<void> {
  const user = await findUserByEmailHash(deps.store.sql, emailHashOf(deps, email));
  if (user) await new SignUpProofs(deps.keys).contest(deps.store.sql, user.userId);
}

async function register(
  deps: Deps,
  account: NewAccount,
  { metadata, content, commandId, onceWithinMs }: OnceOrigin & { content: Json },
) {
  const { userId, role, verified = false, isAdmin = false } = account;
  const { firstName, lastName, email, phone, address } = account;
  const key = await deps.personal.keyOf(deps.store.sql, userId);
  const command: RegisterUser = {
    data: {
      ...{ userId, role },
      ...sealPerson(key, { firstName, lastName, email, phone, address }),
      ...sealedEmail(deps, key, email),
      passwordHash: key.seal("passwordHash", account.passwordHash),
    },
    verified,
    isAdmin,
    adminRole: account.adminRole,
  };
  return await deps.store.execute(registration, command, {
    logs: ["social"],
    metadata,
    ...(commandId === undefined ? {} : { commandId, content }),
    ...(onceWithinMs === undefined ? {} : { onceWithinMs, content }),
  });
}
