import { findUser, findUserByEmailHash, type User } from "../../../projections/accounts/users.ts";
import {
  type Identity,
  IdentityRefused,
  IdentityUnavailable,
  type ProvenPerson,
} from "../../adapters/identity/types.ts";
import type { Role } from "../../contract/accounts.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import { speaksForOrin } from "../../contract/speaks_for_orin.ts";
import { hasLink } from "../../contract/text.ts";
import type { Deps } from "../../deps.ts";
import type { CommandHandler } from "../../store/log/command.ts";
import { streamsOf } from "../../store/streams.ts";
import { accountHandler, registration } from "../account/accounts.ts";
import { sealPerson } from "../account/person.ts";
import { emailHashOf, type Origin, sealedEmail } from "../account/register.ts";
import { assertNotSuspended, assertOpen } from "../login/log_in.ts";
import { hashPassword } from "../login/passwords.ts";
import { useCredential } from "../login/table.ts";
import { type GoogleLinked, googleStream } from "./events.ts";
import { claimUnverified, type LinkGoogle, linkGoogle } from "./state.ts";

export interface GoogleProof extends Origin {
  /** The session that is opened with it: nothing that the sign-in itself changes ends it. */
  readonly sessionId: string;
  /** Google's ID token. */
  readonly credential: string;
  /** What the page says it is for; it has to be the token's. */
  readonly email?: string | undefined;
  /** Of the account that is made where there is none. */
  readonly role?: Role | undefined;
  /** The owner of a closed account says that it shall be opened again. */
  readonly isReopening?: boolean;
}

/**
 * Whose session a token of Google opens; for a new person the account is made. An account of the same address is linked
 * when it is verified and the address is Google's own to give; an unverified one is handed over without anything that
 * its maker knows. Throws Refusal `google_refused`, `identity_unavailable`, `role_needed`, `google_unlinked`, and what
 * a log-in throws. To reopen a closed account the caller still has to open it: see `comeBackWithGoogle`.
 */
export async function signInWithGoogle(deps: Deps, proof: GoogleProof): Promise<User> {
  const person = await provenPerson(deps, proof);
  const subjectHash = deps.personal.lookupHash("google", person.subject);
  const link = await linkedAccount(deps, subjectHash);
  const known = link.user ?? await findUserByEmailHash(deps.store.sql, emailHashOf(deps, person.email));
  const { isReopening = false } = proof;
  if (known) assertMayOpen(known, { person, isLinked: link.user !== undefined, isReopening });
  else if (proof.role === undefined) {
    throw new Refusal("role_needed", "Please choose whether you join as a listener or a creator");
  }
  await useUp(deps, proof.credential, person);

  const about = { subjectHash, goneUserId: link.goneUserId };
  const { metadata, sessionId } = proof;
  if (known) {
    if (!known.isVerified) await claimWithGoogle(deps, { ...about, user: known, person, sessionId, metadata });
    else if (!link.user) await linkWithGoogle(deps, { ...about, userId: known.userId, isLater: true, metadata });
  }
  const userId = known?.userId ?? newId(deps.now());
  if (!known) await registerWithGoogle(deps, { ...about, userId, person, role: proof.role ?? "listener", metadata });
  const user = await findUser(deps.store.sql, userId);
  if (!user) throw new Refusal("not_found", "Account not found");
  return user;
}

/**
 * Whether a token of Google, good for this once, is of the person who opens an account. Throws Refusal
 * `identity_unavailable`.
 */
export async function isGoogleOf(deps: Deps, userId: string, credential: string): Promise<boolean> {
  try {
    const person = await provenPerson(deps, { credential });
    const { user } = await linkedAccount(deps, deps.personal.lookupHash("google", person.subject));
    if (user?.userId !== userId) return false;
    await useUp(deps, credential, person);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === "google_refused") return false;
    throw error;
  }
}

/** The port answers with errors of its own, known by their names: the classes stay with the adapter. */
async function provenPerson(
  deps: Deps,
  { credential, email }: Pick<GoogleProof, "credential" | "email">,
): Promise<ProvenPerson> {
  const person = await identityOf(deps).verify(credential).catch((error: unknown) => {
    if (error instanceof IdentityRefused) throw refused();
    if (error instanceof IdentityUnavailable) {
      deps.log("Google's keys could not be read", error);
      throw new Refusal("identity_unavailable", "Google cannot be reached right now. Please try again in a moment.");
    }
    throw error;
  });
  if (email !== undefined && email.trim().toLowerCase() !== person.email) throw refused();
  const name = `${person.firstName} ${person.lastName}`;
  // A name that our own form would refuse is left out: its owner gives another one later.
  return hasLink(name) || speaksForOrin(name) ? { ...person, firstName: "", lastName: "" } : person;
}

function identityOf({ identity }: Deps): Identity {
  if (!identity) throw new Refusal("not_found", "Google authentication failed");
  return identity;
}

/** Anyone can have had an address elsewhere once: then the account's password decides, not Google. */
function assertMayOpen(
  user: User,
  { person, isLinked, isReopening }: { person: ProvenPerson; isLinked: boolean; isReopening: boolean },
): void {
  assertNotSuspended(user);
  if (!isReopening) assertOpen(user);
  if (isLinked || !user.isVerified || person.ownsAddress) return;
  throw new Refusal("google_unlinked", "This email already has an account. Please log in with your password.");
}

async function useUp(deps: Deps, credential: string, { expiresAt }: ProvenPerson): Promise<void> {
  const credentialHash = deps.personal.lookupHash("credential", credential);
  if (!await useCredential(deps.store.sql, { credentialHash, expiresAt, now: deps.now() })) throw refused();
}

/** The answer never says what was wrong with a token. */
function refused(): Refusal {
  return new Refusal("google_refused", "Google authentication failed");
}

type GoogleLink = Omit<LinkGoogle, "userId"> & Origin;

/** The account linked to a person at Google; `goneUserId` if it has been erased. */
async function linkedAccount(
  deps: Deps,
  subjectHash: string,
): Promise<{ user: User | undefined; goneUserId: string | undefined }> {
  const { sql } = deps.store;
  const userId = (await links.states(sql, [subjectHash]))(subjectHash);
  if (userId === undefined) return { user: undefined, goneUserId: undefined };
  const key = (await deps.personal.keysOf(sql, [userId])).get(userId);
  const user = key && await findUser(sql, userId);
  return { user, goneUserId: user ? undefined : userId };
}

/** Links an account that its owner has verified. */
async function linkWithGoogle(deps: Deps, { metadata, ...link }: GoogleLink & { userId: string }): Promise<void> {
  await deps.store.execute(linking, link, { logs: ["social"], metadata });
}

/** Makes a verified account and links it, both or neither. Throws Refusal `email_taken`. */
async function registerWithGoogle(
  deps: Deps,
  { person, role, metadata, ...link }: GoogleLink & { userId: string; person: ProvenPerson; role: Role },
): Promise<void> {
  const { userId } = link;
  const { firstName, lastName, email } = person;
  const key = await deps.personal.keyOf(deps.store.sql, userId);
  const data = {
    ...{ userId, role },
    ...sealPerson(key, { firstName, lastName, email, phone: "", address: "" }),
    ...sealedEmail(deps, key, email),
    passwordHash: key.seal("passwordHash", await unknownPassword()),
  };
  try {
    const command = { ...link, account: { data, verified: true, isAdmin: false } };
    await deps.store.execute(registering, command, { logs: ["social"], metadata });
  } catch (error) {
    if (error instanceof Refusal) await deps.personal.destroy(deps.store.sql, userId);
    throw error;
  }
}

/** Hands an unverified account over to the owner of its address, and links it. */
async function claimWithGoogle(
  deps: Deps,
  { user: { userId }, person: { firstName, lastName, email }, sessionId, metadata, ...link }: GoogleLink & {
    user: User;
    person: ProvenPerson;
    /** That the owner is about to open. */
    sessionId: string;
  },
): Promise<void> {
  const key = await deps.personal.keyOf(deps.store.sql, userId);
  const { email: _email, ...person } = sealPerson(key, { firstName, lastName, email, phone: "", address: "" });
  const passwordHash = key.seal("passwordHash", await unknownPassword());
  const command = { ...link, userId, account: { userId, passwordHash, person, keptSessionId: sessionId } };
  await deps.store.execute(claiming, command, { logs: ["social"], metadata });
}

/** An unknown password: with "Forgot password" the owner sets their own. */
async function unknownPassword(): Promise<string> {
  return await hashPassword(crypto.getRandomValues(new Uint8Array(32)).toHex());
}

/** Whose account each person at Google opens: the newest link counts. */
const links = streamsOf<string, string | undefined, GoogleLinked>({
  log: "social",
  stream: googleStream,
  initial: undefined,
  evolve: (_userId, event) => event.data.userId,
});

const linking = links.handler("linkGoogle", {
  id: ({ subjectHash }: LinkGoogle) => subjectHash,
  decide: linkGoogle,
  result: ({ command }) => ({ userId: command.userId }),
});

const registering = withLink("registerWithGoogle", registration);

const claiming = withLink(
  "claimWithGoogle",
  accountHandler<{ userId: string } & Parameters<typeof claimUnverified>[1]>("claimUnverified", claimUnverified),
);

/** A command to an account and its link, in one decision: both or neither. */
function withLink<Command, State>(
  name: string,
  inner: Pick<CommandHandler<Command, State, { userId: string } | { changed: boolean }>, "load" | "decide">,
) {
  return links.handler(name, {
    id: ({ subjectHash }: LinkGoogle & { account: Command }) => subjectHash,
    beside: (tx, commands, scope) => inner.load(tx, commands.map(({ account }) => account), scope),
    // Refused before the account's decision notes anything: a refused command leaves no trace in its group.
    decide: linkGoogle,
    appends(events, { subjectHash, account }, { streams, beside, ...context }) {
      const { appends } = inner.decide(beside, account, context);
      return [...appends, ...streams.add(subjectHash, events)];
    },
    result: ({ command: { userId } }) => ({ userId }),
  });
}
