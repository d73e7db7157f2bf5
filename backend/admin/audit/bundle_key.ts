import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { deriveKey } from "../../store/personal/derive_key.ts";

/** An Ed25519 private key in PKCS #8 is these bytes and the 32 of its seed (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

/** What others need to check what Orin has signed. */
interface AuditKey {
  readonly algorithm: "Ed25519";
  /** 32 bytes, base64url. */
  readonly publicKey: string;
  /** SHA-256 of the key, hex: short enough to be read out. */
  readonly fingerprint: string;
}

/** The public part of the key that signs audit bundles; the private one is made of the installation's secret. */
export function auditKey(secret: string): AuditKey {
  const { x: publicKey = "" } = createPublicKey(privateKey(secret)).export({ format: "jwk" });
  const fingerprint = createHash("sha256").update(Buffer.from(publicKey, "base64url")).digest("hex");
  return { algorithm: "Ed25519", publicKey, fingerprint };
}

/** Signs text (its UTF-8 bytes): base64url. */
export function signAudit(secret: string, text: string): string {
  return sign(null, Buffer.from(text), privateKey(secret)).toString("base64url");
}

function privateKey(secret: string) {
  const der = Buffer.concat([PKCS8_HEAD, deriveKey(secret, "audit bundles")]);
  return createPrivateKey({ key: der, format: "der", type: "pkcs8" });
}
