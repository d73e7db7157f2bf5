import { Refusal } from "../../contract/refusal.ts";
import { type Admin, mayWork } from "../../contract/admin_standing.ts";
import type { PasskeyAdded, SecondFactorEvent } from "./events.ts";

/** With more, their owner cannot tell them apart. */
const MOST_PASSKEYS = 10;

/** A passkey that takes the place of the app's code. */
interface Passkey {
  readonly passkeyId: string;
  /** Sealed. */
  readonly passkey: string;
  /** Sealed. */
  readonly name: string;
  /** Epoch ms. */
  readonly since: number;
}

/** The authenticator app that an admin has linked, and what takes the place of its code. */
export interface SecondFactor {
  readonly factorId: string;
  /** Sealed. */
  readonly secret: string;
  /** Since when the log-in asks for a code of this app, epoch ms. */
  readonly since: number;
  /** Hashes of the recovery codes that still work. */
  readonly recoveryCodes: readonly string[];
  readonly passkeys: readonly Passkey[];
}

/** Folds one event; `at` in epoch ms. */
export function evolve(
  factor: SecondFactor | undefined,
  { type, data }: SecondFactorEvent,
  at: number,
): SecondFactor | undefined {
  switch (type) {
    case "SecondFactorEnrolled":
    case "SecondFactorChanged": {
      const { factorId, secret, recoveryCodes } = data;
      return { factorId, secret, since: at, recoveryCodes, passkeys: factor?.passkeys ?? [] };
    }
    case "RecoveryCodesReplaced":
      return factor && { ...factor, recoveryCodes: data.recoveryCodes };
    case "RecoveryCodeUsed":
      return factor && { ...factor, recoveryCodes: factor.recoveryCodes.filter((hash) => hash !== data.recoveryCode) };
    case "PasskeyAdded": {
      const { passkeyId, passkey, name } = data;
      return factor && { ...factor, passkeys: [...factor.passkeys, { passkeyId, passkey, name, since: at }] };
    }
    case "PasskeyRemoved":
      return factor &&
        { ...factor, passkeys: factor.passkeys.filter(({ passkeyId }) => passkeyId !== data.passkeyId) };
    case "SecondFactorReset":
      return undefined;
    default:
      return data satisfies never;
  }
}

/** An app that the admin has shown a code of. */
export interface LinkApp {
  readonly userId: string;
  readonly factorId: string;
  /** Sealed. */
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The app that it takes the place of. */
  readonly replaces: string | undefined;
}

/** Links an app. Refuses with `conflict` where the factor is no longer the one that the admin set out to replace. */
export function decideLink(
  factor: SecondFactor | undefined,
  { replaces, userId, factorId, secret, recoveryCodes }: LinkApp,
): SecondFactorEvent[] {
  assertSame(factor, replaces);
  const type = factor ? "SecondFactorChanged" : "SecondFactorEnrolled";
  return [{ type, data: { userId, factorId, secret, recoveryCodes } }];
}

/** Replaces all recovery codes. Refuses with `conflict` where another app has been linked meanwhile. */
export function decideNewCodes(
  factor: SecondFactor | undefined,
  { userId, factorId, recoveryCodes }: Omit<LinkApp, "secret" | "replaces">,
): SecondFactorEvent[] {
  assertSame(factor, factorId);
  return [{ type: "RecoveryCodesReplaced", data: { userId, factorId, recoveryCodes } }];
}

/** Uses a recovery code, once: without an event it is none of the admin's. */
export function decideUse(
  factor: SecondFactor | undefined,
  { userId, recoveryCode }: { readonly userId: string; readonly recoveryCode: string },
): SecondFactorEvent[] {
  if (!factor?.recoveryCodes.includes(recoveryCode)) return [];
  const left = factor.recoveryCodes.length - 1;
  return [{ type: "RecoveryCodeUsed", data: { userId, factorId: factor.factorId, recoveryCode, left } }];
}

/** Adds a passkey beside the app. Refuses with `conflict` without an app, and one too many. */
export function decidePasskey(factor: SecondFactor | undefined, added: PasskeyAdded["data"]): SecondFactorEvent[] {
  if (!factor) throw new Refusal("conflict", "Please link an authenticator app first");
  if (factor.passkeys.length >= MOST_PASSKEYS) {
    throw new Refusal("conflict", `You have ${MOST_PASSKEYS} passkeys already: please remove one first`);
  }
  return [{ type: "PasskeyAdded", data: added }];
}

/** Removes a passkey. Refuses with `not_found`. */
export function decidePasskeyRemoval(
  factor: SecondFactor | undefined,
  { userId, passkeyId }: { readonly userId: string; readonly passkeyId: string },
): SecondFactorEvent[] {
  if (!factor?.passkeys.some((one) => one.passkeyId === passkeyId)) throw new Refusal("not_found", "Passkey not found");
  return [{ type: "PasskeyRemoved", data: { userId, passkeyId } }];
}

/** A reset of another admin's factor. */
export interface ResetFactor {
  readonly userId: string;
  readonly by: string;
  /** Sealed. */
  readonly reason: string;
}

/**
 * Unlinks the app of an admin who has lost it. Refuses oneself (`own_account`), and with `not_independent` an admin of
 * the same side: with a password that they gave out they could come in as the other.
 */
export function decideReset(
  factor: SecondFactor | undefined,
  { userId, by, reason }: ResetFactor,
  { admin, resetter }: { readonly admin: Admin | undefined; readonly resetter: Admin | undefined },
): SecondFactorEvent[] {
  if (!admin) throw new Refusal("not_found", "Admin not found");
  if (userId === by) {
    throw new Refusal("own_account", "You change your own second factor with a code, or with a recovery code");
  }
  if (!resetter || !mayWork(resetter)) throw new Refusal("admins_only", "Only admins can do this");
  if (admin.root === resetter.root) {
    throw new Refusal(
      "not_independent",
      "You belong to the same side as this admin: someone on the side of another founding owner resets it",
    );
  }
  if (!factor) throw new Refusal("already_decided", "This admin has no second factor");
  return [{ type: "SecondFactorReset", data: { userId, factorId: factor.factorId, resetBy: by, reason } }];
}

function assertSame(factor: SecondFactor | undefined, factorId: string | undefined): void {
  if (factor?.factorId === factorId) return;
  throw new Refusal("conflict", "Your second factor has just changed: please begin again");
}
