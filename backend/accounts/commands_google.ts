import type { Identity, ProvenPerson } from "../adapters/identity/mod.ts";
import type { Role } from "../contract/accounts.ts";
import { newId } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { findUser, findUserByEmailHash, type User } from "../../projections/users.ts";
import { emailHashOf, type Origin } from "./commands.ts";
import { claimWithGoogle, linkedAccount, linkWithGoogle, registerWithGoogle } from "./commands_google_link.ts";
import { assertNotSuspended, assertOpen } from "./commands_login.ts";
import { useCredential } from "./credentials_table.ts";

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
 * Whose session a token of Google opens; for someone new the account is made. An account of the same address is linked
 * when it is verified and the address is Google's own to give; an unverified one is handed over without anything that
 * whoever made it knows. Throws Refusal `google_refused`, `identity_unavailable`, `role_needed`, `google_unlinked`, and
 * what a log-in throws. Whoever reopens has to open the account still: see `comeBackWithGoogle`.
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
    else if (!link.user) await linkWithGoogle(deps, { ...about, userId: known.userId, metadata });
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
    if (error instanceof Error && error.name === "IdentityRefused") throw refused();
    if (error instanceof Error && error.name === "IdentityUnavailable") {
      deps.log("Google's keys could not be read", error);
      throw new Refusal("identity_unavailable", "Google cannot be reached right now. Please try again in a moment.");
    }
    throw error;
  });
  if (email !== undefined && email.trim().toLowerCase() !== person.email) throw refused();
  return person;
}

function identityOf({ identity }: Deps): Identity {
  if (!identity) throw new Refusal("not_found", "Google sign-in is not available");
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

/** Nobody is told what was wrong with a token. */
function refused(): Refusal {
  return new Refusal("google_refused", "Google authentication failed");
}
