import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/** An authenticator app, and the codes that replace it where the phone is lost. */
type LinkedApp = {
  readonly userId: string;
  readonly factorId: string;
  /** Sealed with the person's key, as "second factor secret". */
  readonly secret: Sealed;
  /** Keyed hashes; each code works once. */
  readonly recoveryCodes: readonly string[];
};

/** An admin linked an authenticator app: from now on the log-in asks for its code. */
type SecondFactorEnrolled = Event<"SecondFactorEnrolled", LinkedApp>;

/** An admin linked another app, with a code of the one before. */
type SecondFactorChanged = Event<"SecondFactorChanged", LinkedApp>;

/** An admin has new recovery codes; the ones before no longer work. */
type RecoveryCodesReplaced = Event<"RecoveryCodesReplaced", Omit<LinkedApp, "secret">>;

/** A recovery code took the place of the app's code. */
export type RecoveryCodeUsed = Event<"RecoveryCodeUsed", {
  readonly userId: string;
  readonly factorId: string;
  /** Its hash. */
  readonly recoveryCode: string;
  /** How many there still are. */
  readonly left: number;
}>;

/** An admin of another side unlinked the app of one who has lost it. */
export type SecondFactorReset = Event<"SecondFactorReset", {
  readonly userId: string;
  readonly factorId: string;
  readonly resetBy: string;
  /** Sealed with the key of the person who lost it. */
  readonly reason: Sealed;
}>;

/** An admin added a passkey, which takes the place of the app's code. */
export type PasskeyAdded = Event<"PasskeyAdded", {
  readonly userId: string;
  readonly passkeyId: string;
  /** Its public key, sealed with the person's key. */
  readonly passkey: Sealed;
  /** As the admin calls it, sealed with the person's key. */
  readonly name: Sealed;
}>;

/** An admin removed one of their passkeys. */
type PasskeyRemoved = Event<"PasskeyRemoved", { readonly userId: string; readonly passkeyId: string }>;

export type SecondFactorEvent =
  | SecondFactorEnrolled
  | SecondFactorChanged
  | RecoveryCodesReplaced
  | RecoveryCodeUsed
  | SecondFactorReset
  | PasskeyAdded
  | PasskeyRemoved;

/** The stream of an admin's second factor, in the log `social`. */
export function secondFactorStream(userId: string): string {
  return `second-factor/${userId}`;
}
