import { createHmac, timingSafeEqual } from "node:crypto";
import type { Keyring, Secret } from "./keyring.ts";

/**
 * Signs and reads short tokens, with a key for one purpose: `text.signature`, or `text.kid.signature` when a later
 * secret than the installation's first one signed it. It waits for nothing: a few microseconds each.
 */
export class Signer {
  constructor(readonly keys: Keyring, readonly purpose: string) {}

  /** The text has no dot. */
  sign(text: string): string {
    const { newest, first } = this.keys;
    const signature = this.#hmac(newest, text);
    return newest.kid === first ? `${text}.${signature}` : `${text}.${newest.kid}.${signature}`;
  }

  /** The text of a token that we signed; undefined for anything else. */
  read(token: string): string | undefined {
    const parts = token.split(".");
    const [text, signature] = [parts[0], parts.at(-1)];
    if (text === undefined || signature === undefined || parts.length < 2 || parts.length > 3) return undefined;
    const secret = this.keys.named(parts.length === 3 ? parts[1] : undefined);
    if (!secret) return undefined;
    // As written: the last letter has two bits that decoding drops, and would stand for four.
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.#hmac(secret, text))];
    return given.length === expected.length && timingSafeEqual(given, expected) ? text : undefined;
  }

  #hmac(secret: Secret, text: string): string {
    return createHmac("sha256", this.keys.derive(secret, this.purpose)).update(text).digest("base64url");
  }
}
