import type { Attempts } from "../../accounts/login/log_in.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Metadata } from "../../store/log/event.ts";
import { consumeRecoveryCode } from "./factors.ts";
import { hashOfRecoveryCode } from "./recovery_codes.ts";
import type { SecondFactor } from "./state.ts";
import { useStep } from "./table.ts";
import { stepOf } from "./totp.ts";

/** Under which name a secret is sealed. */
export const SECRET_FIELD = "second factor secret";

/** Limits how often a code is guessed. */
export interface Tries {
  readonly app: Attempts;
  readonly recovery: Attempts;
  readonly passkey: Attempts;
}

export interface Proof {
  readonly userId: string;
  readonly factor: SecondFactor;
  /** As it was typed: six digits of the app, or a recovery code. */
  readonly code: string;
  readonly tries: Tries;
  readonly metadata: Metadata;
}

/** Whether a code is the admin's; it then counts no second time. Throws Refusal `too_many_attempts`. */
export async function isSecondFactorOf(deps: Deps, proof: Proof): Promise<boolean> {
  return isSixDigits(proof.code) ? await isCodeOfApp(deps, proof) : await isRecoveryCode(deps, proof);
}

/** Why a code was not taken. */
export function wrongWords(code: string): string {
  return isSixDigits(code)
    ? "This code is not right. Each code works once: enter the next one"
    : "This recovery code is not right, or it was used before";
}

function isSixDigits(code: string): boolean {
  return /^\d{6}$/.test(code.replaceAll(/\s/g, ""));
}

async function isCodeOfApp(deps: Deps, { userId, factor, code: typed, tries }: Proof): Promise<boolean> {
  await tries.app.admit();
  const secret = (await keyOf(deps, userId)).open(SECRET_FIELD, factor.secret);
  const step = stepOf(secret, { code: typed.replaceAll(/\s/g, ""), now: deps.now() });
  if (step === undefined || !await useStep(deps.store.sql, { factorId: factor.factorId, step })) return false;
  await tries.app.passed();
  return true;
}

async function isRecoveryCode(deps: Deps, { userId, code, tries, metadata }: Proof): Promise<boolean> {
  await tries.recovery.admit();
  const command = { userId, recoveryCode: hashOfRecoveryCode(deps, { userId, code }) };
  const { result } = await deps.store.execute(consumeRecoveryCode, command, { logs: ["social"], metadata });
  if (result.isUsed) await tries.recovery.passed();
  return result.isUsed;
}

/** The key of a person who is there. */
export async function keyOf({ store, personal }: Deps, userId: string) {
  const key = (await personal.keysOf(store.sql, [userId])).get(userId);
  if (!key) throw new Refusal("not_found", "Account not found");
  return key;
}
