import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import type { Deps } from "../deps.ts";
import type { Keyring, Secret } from "../store/personal/keyring.ts";
import { findAuditKeys, insertAuditKey, type NotedKey } from "./table.ts";

/** An Ed25519 private key in PKCS #8 is these bytes and the 32 of its seed (RFC 8410, section 7). */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

/** What others need to check what Orin has signed. */
interface AuditKey {
  /** Which secret it belongs to; signatures name it, too. */
  readonly kid: string;
  readonly algorithm: "Ed25519";
  /** 32 bytes, base64url. */
  readonly publicKey: string;
  /** SHA-256 of the key, hex: short enough to be read out. */
  readonly fingerprint: string;
}

/** The public part of the key that signs audit bundles; the private one is made of the newest secret. */
export function auditKey(keys: Keyring, secret: Secret = keys.newest): AuditKey {
  const { x: publicKey = "" } = createPublicKey(privateKey(keys, secret)).export({ format: "jwk" });
  return published({ kid: secret.kid, publicKey });
}

/** The key that signs now, and the others: those that signed before the secret was changed stay good for their bundles. */
export async function auditKeys(
  { keys, store: { sql } }: Pick<Deps, "keys" | "store">,
): Promise<AuditKey & { readonly others: readonly AuditKey[] }> {
  const noted = await findAuditKeys(sql);
  return { ...auditKey(keys), others: noted.filter(({ kid }) => kid !== keys.newest.kid).map(published) };
}

/** Notes the public key of each secret of the ring while it is there: it is published after the secret is gone. */
export async function noteAuditKeys({ keys, store: { sql } }: Pick<Deps, "keys" | "store">): Promise<void> {
  for (const secret of keys.all.toReversed()) await insertAuditKey(sql, auditKey(keys, secret));
}

/** Signs text (its UTF-8 bytes): base64url. */
export function signAudit(keys: Keyring, text: string): string {
  return sign(null, Buffer.from(text), privateKey(keys, keys.newest)).toString("base64url");
}

function published({ kid, publicKey }: NotedKey): AuditKey {
  const fingerprint = createHash("sha256").update(Buffer.from(publicKey, "base64url")).digest("hex");
  return { kid, algorithm: "Ed25519", publicKey, fingerprint };
}

function privateKey(keys: Keyring, secret: Secret) {
  const der = Buffer.concat([PKCS8_HEAD, keys.derive(secret, "audit bundles")]);
  return createPrivateKey({ key: der, format: "der", type: "pkcs8" });
}
