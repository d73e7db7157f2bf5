import { createDecipheriv, createECDH, hkdfSync } from "node:crypto";

/** A device's side of a subscription: what only it knows, base64url. */
export interface DeviceKeys {
  readonly privateKey: string;
  readonly auth: string;
}

const HEAD_BYTES = 21;
const TAG_BYTES = 16;

/** Opens the body of a push as the device does (RFC 8291). Throws when it was not made for these keys. */
export function decrypt(body: Uint8Array, { privateKey, auth }: DeviceKeys): string {
  const bytes = Buffer.from(body);
  const salt = bytes.subarray(0, 16);
  const keyLength = bytes.readUInt8(20);
  const sender = bytes.subarray(HEAD_BYTES, HEAD_BYTES + keyLength);
  const sealed = bytes.subarray(HEAD_BYTES + keyLength);
  const device = createECDH("prime256v1");
  device.setPrivateKey(Buffer.from(privateKey, "base64url"));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), device.getPublicKey(), sender]);
  const secret = hkdfSync("sha256", device.computeSecret(sender), Buffer.from(auth, "base64url"), info, 32);
  const derived = (name: string, length: number) =>
    new Uint8Array(hkdfSync("sha256", new Uint8Array(secret), salt, `Content-Encoding: ${name}\0`, length));
  const cipher = createDecipheriv("aes-128-gcm", derived("aes128gcm", 16), derived("nonce", 12), {
    authTagLength: TAG_BYTES,
  });
  cipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -TAG_BYTES)), cipher.final()]);
  // The mark of the last record, and zeros, come after the text.
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
