import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import type { PushKeys } from "./types.ts";

/** What is drawn by lot for each message; given only where a test repeats the example of the standard. */
interface Lots {
  readonly privateKey: Uint8Array;
  readonly salt: Uint8Array;
}

const CURVE = "prime256v1";
/** Larger than any message: it is one record (RFC 8188, section 2). */
const RECORD_SIZE = 4096;
const TAG_BYTES = 16;
const LAST_RECORD = 2;
const KEY_BYTES = 65;
const AUTH_BYTES = 16;
/** So much a service must take (RFC 8030, section 7.2), without what encryption adds. */
const MOST_BYTES = 3_000;

/**
 * Encrypts a message for one device, as the body of a push (RFC 8291, content coding aes128gcm). Throws a RangeError
 * when it is longer than 3,000 bytes, and an error for keys that are no point on the curve.
 */
export function encrypt(text: string, keys: PushKeys, lots?: Lots): Uint8Array<ArrayBuffer> {
  const plain = Buffer.from(text);
  if (plain.length > MOST_BYTES) throw new RangeError(`A push of ${plain.length} bytes is too long`);
  const device = Buffer.from(keys.p256dh, "base64url");
  const auth = Buffer.from(keys.auth, "base64url");
  const own = createECDH(CURVE);
  if (lots) own.setPrivateKey(Buffer.from(lots.privateKey));
  else own.generateKeys();
  const ownPublic = own.getPublicKey();
  const salt = lots?.salt ?? randomBytes(16);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), device, ownPublic]);
  const secret = hkdfSync("sha256", own.computeSecret(device), auth, info, 32);
  const key = hkdfSync("sha256", new Uint8Array(secret), salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = hkdfSync("sha256", new Uint8Array(secret), salt, "Content-Encoding: nonce\0", 12);
  const cipher = createCipheriv("aes-128-gcm", new Uint8Array(key), new Uint8Array(nonce), {
    authTagLength: TAG_BYTES,
  });
  const sealed = [cipher.update(Buffer.concat([plain, Buffer.of(LAST_RECORD)])), cipher.final(), cipher.getAuthTag()];
  const head = Buffer.alloc(21);
  head.set(salt);
  head.writeUInt32BE(RECORD_SIZE, 16);
  head.writeUInt8(ownPublic.length, 20);
  return new Uint8Array(Buffer.concat([head, ownPublic, ...sealed]));
}

/** Whether a device's keys are a point on the curve and a secret of the right length. */
export function areKeys({ p256dh, auth }: PushKeys): boolean {
  const device = Buffer.from(p256dh, "base64url");
  if (device.length !== KEY_BYTES || Buffer.from(auth, "base64url").length !== AUTH_BYTES) return false;
  try {
    const own = createECDH(CURVE);
    own.generateKeys();
    return own.computeSecret(device).length > 0;
  } catch {
    return false;
  }
}
