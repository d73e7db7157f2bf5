import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { openPersonOf } from "../../accounts/account/reads.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import type { PersonKey } from "../../store/personal/personal_data.ts";
import { dropPasskey, keepPasskey } from "./factors.ts";
import { readSecondFactor } from "./link.ts";
import { isSecondFactorOf, keyOf, type Tries, wrongWords } from "./prove.ts";
import type { SecondFactor } from "./state.ts";
import { type Challenge, noteChallenge, useChallenge, useCount } from "./table.ts";

/** How long the browser may take to ask the person. */
const CHALLENGE_MS = 5 * 60_000;
const SITE = "Orin back office";

/** What a browser answers for a passkey; the library checks each member. */
export type PasskeyResponse = Readonly<Record<string, unknown>>;

/** What verifies a passkey, as it is sealed. */
interface Credential {
  readonly id: string;
  /** In base64url. */
  readonly publicKey: string;
  readonly transports?: readonly string[];
}

/** What the browser needs to make a passkey, after a code. Throws Refusal `bad_code`, `conflict` or `too_many_attempts`. */
export async function beginPasskey(
  deps: Deps,
  { userId, code, tries, metadata }: OwnProof,
): Promise<object> {
  const factor = await provenFactor(deps, { userId, code, tries, metadata });
  const [key, person] = await Promise.all([keyOf(deps, userId), openPersonOf(deps, userId)]);
  const { generateRegistrationOptions } = await webauthn();
  const options = await generateRegistrationOptions({
    rpName: SITE,
    rpID: siteOf(deps).id,
    userID: new TextEncoder().encode(userId),
    userName: person?.email ?? "admin",
    attestationType: "none",
    excludeCredentials: credentialsOf(factor, key).map(named),
    authenticatorSelection: { residentKey: "discouraged", userVerification: "required" },
  });
  await ask(deps, { challenge: options.challenge, userId, purpose: "add" });
  return options;
}

/** Keeps the passkey that the browser has made. Throws Refusal `bad_code` or `conflict`. */
export async function addPasskey(
  deps: Deps,
  { userId, name, response, metadata }: {
    readonly userId: string;
    readonly name: string;
    readonly response: PasskeyResponse;
    readonly metadata: Metadata;
  },
): Promise<void> {
  const key = await keyOf(deps, userId);
  const { verifyRegistrationResponse } = await webauthn();
  const verified = await verifyRegistrationResponse({
    ...expected(deps, { userId, purpose: "add" }),
    response: response as unknown as RegistrationResponseJSON,
  }).catch(unverified);
  if (!verified?.registrationInfo) throw new Refusal("bad_code", "This passkey could not be added: please try again");
  const { id, publicKey, transports, counter } = verified.registrationInfo.credential;
  const credential: Credential = {
    id,
    publicKey: Buffer.from(publicKey).toString("base64url"),
    ...(transports && { transports }),
  };
  const passkeyId = newId(deps.now());
  await useCount(deps.store.sql, { passkeyId, count: counter });
  const sealed = { passkey: key.seal("passkey", JSON.stringify(credential)), name: key.seal("name", name) };
  await deps.store.execute(keepPasskey, { userId, passkeyId, ...sealed }, { logs: ["social"], metadata });
}

/** Removes a passkey, by a code. Throws Refusal `not_found`, `bad_code` or `too_many_attempts`. */
export async function removePasskey(
  deps: Deps,
  { passkeyId, ...proof }: OwnProof & { readonly passkeyId: string },
): Promise<void> {
  const { userId, metadata } = proof;
  const before = await readSecondFactor(deps, userId);
  if (!before?.passkeys.some((one) => one.passkeyId === passkeyId)) {
    throw new Refusal("not_found", "Passkey not found");
  }
  await provenFactor(deps, proof);
  await deps.store.execute(dropPasskey, { userId, passkeyId }, { logs: ["social"], metadata });
}

/** An admin's passkeys as they call them; `since` in epoch ms. */
export async function passkeysOf(deps: Deps, userId: string, factor: SecondFactor | undefined) {
  if (!factor || factor.passkeys.length === 0) return [];
  const key = await keyOf(deps, userId);
  return factor.passkeys.map(({ passkeyId, name, since }) => ({ passkeyId, name: key.open("name", name), since }));
}

/** What the browser needs to ask a passkey, for an admin whose password was right; undefined without a passkey. */
export async function beginPasskeyLogIn(
  deps: Deps,
  { userId, factor }: { readonly userId: string; readonly factor: SecondFactor },
): Promise<object | undefined> {
  if (factor.passkeys.length === 0) return undefined;
  const credentials = credentialsOf(factor, await keyOf(deps, userId));
  const { generateAuthenticationOptions } = await webauthn();
  const options = await generateAuthenticationOptions({
    rpID: siteOf(deps).id,
    allowCredentials: credentials.map(named),
    userVerification: "required",
  });
  await ask(deps, { challenge: options.challenge, userId, purpose: "log_in" });
  return options;
}

/** Whether a passkey of the admin has signed what it was asked to, once. Throws Refusal `too_many_attempts`. */
export async function isPasskeyOf(
  deps: Deps,
  { userId, factor, response, tries }: {
    readonly userId: string;
    readonly factor: SecondFactor;
    readonly response: PasskeyResponse;
    readonly tries: Tries;
  },
): Promise<boolean> {
  await tries.passkey.admit();
  const isRight = await hasSigned(deps, { userId, factor, response });
  if (isRight) await tries.passkey.passed();
  return isRight;
}

async function hasSigned(
  deps: Deps,
  { userId, factor, response }: {
    readonly userId: string;
    readonly factor: SecondFactor;
    readonly response: PasskeyResponse;
  },
): Promise<boolean> {
  const found = credentialsOf(factor, await keyOf(deps, userId)).find(({ id }) => id === response.id);
  if (!found) return false;
  const { verifyAuthenticationResponse } = await webauthn();
  const verified = await verifyAuthenticationResponse({
    ...expected(deps, { userId, purpose: "log_in" }),
    response: response as unknown as AuthenticationResponseJSON,
    // What it has counted so far is in a table, where two processes cannot both count on.
    credential: { id: found.id, publicKey: new Uint8Array(Buffer.from(found.publicKey, "base64url")), counter: 0 },
  }).catch(unverified);
  if (!verified?.verified) return false;
  return await useCount(deps.store.sql, {
    passkeyId: found.passkeyId,
    count: verified.authenticationInfo.newCounter,
  });
}

interface OwnProof {
  readonly userId: string;
  readonly code: string;
  readonly tries: Tries;
  readonly metadata: Metadata;
}

async function provenFactor(deps: Deps, proof: OwnProof): Promise<SecondFactor> {
  const factor = await readSecondFactor(deps, proof.userId);
  if (!factor) throw new Refusal("conflict", "Please link an authenticator app first");
  if (await isSecondFactorOf(deps, { ...proof, factor })) return factor;
  throw new Refusal("bad_code", wrongWords(proof.code), { field: "code" });
}

/** Where passkeys are good: what a browser made for another site's name it never shows here. */
function siteOf({ config }: Pick<Deps, "config">): { readonly id: string; readonly origin: string } {
  const { hostname: id, origin } = new URL(config.publicUrl);
  return { id, origin };
}

/** A fingerprint, face or PIN is asked for, so that a lost key opens nothing. */
function expected(deps: Deps, asked: Omit<Challenge, "challenge">) {
  const { id, origin } = siteOf(deps);
  return {
    expectedRPID: id,
    expectedOrigin: origin,
    requireUserVerification: true,
    expectedChallenge: (challenge: string) => useChallenge(deps.store.sql, { challenge, ...asked }, deps.now()),
  };
}

async function ask({ store, now }: Deps, challenge: Challenge): Promise<void> {
  await noteChallenge(store.sql, challenge, { now: now(), expiresAt: now() + CHALLENGE_MS });
}

function credentialsOf({ passkeys }: SecondFactor, key: PersonKey): (Credential & { readonly passkeyId: string })[] {
  return passkeys.map(({ passkeyId, passkey }) => {
    const credential: Credential = JSON.parse(key.open("passkey", passkey));
    return { ...credential, passkeyId };
  });
}

function named({ id, transports }: Credential) {
  return { id, ...(transports && { transports: [...transports] }) };
}

/** The library throws on everything that it does not take. */
function unverified(): undefined {
  return undefined;
}

/** Loaded when the first admin uses one: it takes a third of a second and 30 MB. */
function webauthn() {
  return import("@simplewebauthn/server");
}
