/** What an admin's authenticator app needs, until a code of it confirms it. */
export interface SecondFactorSetup {
  /** Sealed: the confirmation brings it back. */
  setup: string;
  /** For typing, in base32. */
  secret: string;
  /** What the QR code holds: `otpauth://totp/…`. */
  address: string;
}

/** An admin's own second factor. */
export interface SecondFactorAnswer {
  /** ISO 8601; null without one. */
  since: string | null;
  recoveryCodesLeft: number;
  /** Whether the back office opens only with one. */
  isRequired: boolean;
  passkeys: {
    passkeyId: string;
    /** As the admin calls it. */
    name: string;
    /** ISO 8601. */
    since: string;
  }[];
}

/** What the browser needs to make a passkey, as WebAuthn writes it in JSON. */
export interface PasskeyOptions {
  options: object;
}

/** The only answer that ever holds the recovery codes. */
export interface RecoveryCodesAnswer extends SecondFactorAnswer {
  recoveryCodes: string[];
}
