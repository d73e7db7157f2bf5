import { Secret, TOTP } from "otpauth";

const ISSUER = "Orin back office";
/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Clocks differ: the code before and the one after count, too. */
const WINDOW = 1;

/** A new secret for an authenticator app, in base32. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** What an authenticator app reads from the QR code. */
export function appAddress({ secret, email }: { readonly secret: string; readonly email: string }): string {
  return new TOTP({ issuer: ISSUER, label: email, secret: Secret.fromBase32(secret) }).toString();
}

/** The time step whose code this is, if it is one of those that count now (epoch ms). */
export function stepOf(
  secret: string,
  { code, now }: { readonly code: string; readonly now: number },
): number | undefined {
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp: now, window: WINDOW });
  return delta === null ? undefined : TOTP.counter({ timestamp: now }) + delta;
}

/** The code that an app shows at a moment (epoch ms). */
export function codeAt(secret: string, now: number): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now });
}
