import { openPersonOf } from "../../accounts/account/reads.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { SecondFactorSetup } from "../../contract/second_factor.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { linkApp, replaceRecoveryCodes, resetSecondFactor, secondFactors } from "./factors.ts";
import { isSecondFactorOf, keyOf, type Proof, SECRET_FIELD, type Tries, wrongWords } from "./prove.ts";
import { hashOfRecoveryCode, newRecoveryCodes } from "./recovery_codes.ts";
import type { SecondFactor } from "./state.ts";
import { useStep } from "./table.ts";
import { appAddress, newSecret, stepOf } from "./totp.ts";

/** How long the secret on the screen can be confirmed. */
const SETUP_MS = 15 * 60_000;
const SETUP_FIELD = "second factor setup";

/** What the admin's browser keeps, sealed, until the app has shown its first code. */
interface Setup {
  readonly factorId: string;
  readonly secret: string;
  readonly replaces?: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** An admin's own change, with what proves it. */
interface OwnChange {
  readonly userId: string;
  readonly tries: Tries;
  readonly metadata: Metadata;
}

/** The factor that an admin has, as the log says. */
export async function readSecondFactor(
  { store }: Pick<Deps, "store">,
  userId: string,
): Promise<SecondFactor | undefined> {
  return (await secondFactors.states(store.sql, [userId]))(userId);
}

/** Makes a secret for the admin's app. Nothing holds until a code of it is shown. */
export async function beginSetup(deps: Deps, userId: string): Promise<SecondFactorSetup> {
  const [factor, key, person] = await Promise.all([
    readSecondFactor(deps, userId),
    keyOf(deps, userId),
    openPersonOf(deps, userId),
  ]);
  const secret = newSecret();
  const setup: Setup = {
    factorId: newId(deps.now()),
    secret,
    ...(factor && { replaces: factor.factorId }),
    expiresAt: deps.now() + SETUP_MS,
  };
  return {
    setup: key.seal(SETUP_FIELD, JSON.stringify(setup)),
    secret,
    address: appAddress({ secret, email: person?.email ?? "admin" }),
  };
}

/**
 * Links the app of a setup that has shown a code; where there is one already, also by a code of that. Answers the new
 * recovery codes. Throws Refusal `link_invalid`, `bad_code`, `conflict` or `too_many_attempts`.
 */
export async function link(
  deps: Deps,
  { setup: sealed, code, currentCode, ...own }: OwnChange & {
    readonly setup: string;
    readonly code: string;
    readonly currentCode: string | undefined;
  },
): Promise<string[]> {
  const { userId, metadata } = own;
  const key = await keyOf(deps, userId);
  const { factorId, secret, replaces } = openSetup((text) => key.open(SETUP_FIELD, text), sealed, deps.now());
  const step = stepOf(secret, { code: code.replaceAll(/\s/g, ""), now: deps.now() });
  if (step === undefined) throw wrongCode("code", code);
  const factor = await readSecondFactor(deps, userId);
  if (factor) await prove(deps, { ...own, factor, code: currentCode ?? "", field: "currentCode" });
  if (!await useStep(deps.store.sql, { factorId, step })) throw wrongCode("code", code);
  const codes = newRecoveryCodes();
  const recoveryCodes = codes.map((one) => hashOfRecoveryCode(deps, { userId, code: one }));
  const command = { userId, factorId, secret: key.seal(SECRET_FIELD, secret), recoveryCodes, replaces };
  await deps.store.execute(linkApp, command, { logs: ["social"], metadata });
  return codes;
}

/** Replaces the recovery codes, by a code. Throws Refusal `not_found`, `bad_code`, `conflict` or `too_many_attempts`. */
export async function renewRecoveryCodes(
  deps: Deps,
  { code, ...own }: OwnChange & { readonly code: string },
): Promise<string[]> {
  const { userId, metadata } = own;
  const factor = await readSecondFactor(deps, userId);
  if (!factor) throw new Refusal("not_found", "You have no second factor");
  await prove(deps, { ...own, factor, code, field: "code" });
  const codes = newRecoveryCodes();
  const recoveryCodes = codes.map((one) => hashOfRecoveryCode(deps, { userId, code: one }));
  const command = { userId, factorId: factor.factorId, recoveryCodes };
  await deps.store.execute(replaceRecoveryCodes, command, { logs: ["social"], metadata });
  return codes;
}

/** Unlinks the app of another admin, who has lost it, and ends their sessions. */
export async function reset(
  deps: Deps,
  { userId, by, reason, metadata }: {
    readonly userId: string;
    readonly by: string;
    readonly reason: string;
    readonly metadata: Metadata;
  },
): Promise<void> {
  const key = (await deps.personal.keysOf(deps.store.sql, [userId])).get(userId);
  if (!key) throw new Refusal("not_found", "Admin not found");
  const command = { userId, by, reason: key.seal("reason", reason) };
  await deps.store.execute(resetSecondFactor, command, { logs: ["social"], metadata });
  await deps.sessions.endAll(userId);
}

async function prove(deps: Deps, { field, ...proof }: Proof & { readonly field: string }): Promise<void> {
  if (!await isSecondFactorOf(deps, proof)) throw wrongCode(field, proof.code);
}

function openSetup(open: (sealed: string) => string, sealed: string, now: number): Setup {
  const setup = readSetup(open, sealed);
  if (setup && setup.expiresAt > now) return setup;
  throw new Refusal("link_invalid", "This QR code is older than 15 minutes: please begin again");
}

function readSetup(open: (sealed: string) => string, sealed: string): Setup | undefined {
  try {
    return JSON.parse(open(sealed));
  } catch {
    // Of another admin, or made up.
    return undefined;
  }
}

function wrongCode(field: string, code: string): Refusal {
  return new Refusal("bad_code", wrongWords(code), { field });
}
