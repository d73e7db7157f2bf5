import { hkdfSync } from "node:crypto";

/** Derives a key for each purpose from the installation's secret (HKDF-SHA256): 32 bytes. */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "orin", purpose, 32));
}
