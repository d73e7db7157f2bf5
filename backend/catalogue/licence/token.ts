import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "../../store/personal/derive_key.ts";

/** A licence as the device keeps it: whose it is, which device, and from when to when (epoch ms). */
interface SignedLicence {
  readonly userId: string;
  readonly deviceId: string;
  readonly from: number;
  readonly until: number;
}

const LONGEST = 400;

/** Signs and reads licences: base64url of compact JSON and of its HMAC-SHA256, with a key for nothing else. */
export class LicenceTokens {
  readonly #key: Uint8Array;

  constructor(secret: string) {
    this.#key = deriveKey(secret, "offline licences");
  }

  sign({ userId, deviceId, from, until }: SignedLicence): string {
    const body = Buffer.from(JSON.stringify([userId, deviceId, from, until])).toString("base64url");
    return `${body}.${this.#hmac(body).toString("base64url")}`;
  }

  /** The licence of a token that we signed and whose time is now; undefined for anything else. */
  read(token: string, now: number): SignedLicence | undefined {
    const [body, signature, ...rest] = token.length > LONGEST ? [] : token.split(".");
    if (body === undefined || signature === undefined || rest.length > 0) return undefined;
    const given = Buffer.from(signature, "base64url");
    const expected = this.#hmac(body);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const licence = licenceOf(Buffer.from(body, "base64url").toString());
    return licence.until > now ? licence : undefined;
  }

  #hmac(body: string): Buffer {
    return createHmac("sha256", this.#key).update(body).digest();
  }
}

/** Only we can have signed it, so it has the shape that `sign` gave it. */
function licenceOf(said: string): SignedLicence {
  const [userId, deviceId, from, until] = JSON.parse(said) as [string, string, number, number];
  return { userId, deviceId, from, until };
}
