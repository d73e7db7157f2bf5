import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "../../store/personal/derive_key.ts";

export const SEARCH_TOKEN_MS = 10 * 60_000;

/** Tokens that open the search and nothing else: an expiry and its HMAC, with a key for nothing else. */
export class SearchTokens {
  readonly #key: Uint8Array;

  constructor(secret: string) {
    this.#key = deriveKey(secret, "search tokens");
  }

  sign(now: number): string {
    const expiresAt = String(now + SEARCH_TOKEN_MS);
    return `${expiresAt}.${this.#hmac(expiresAt).toString("base64url")}`;
  }

  isValid(token: string, now: number): boolean {
    const [, expiresAt, signature] = /^(\d{13,15})\.([\w-]{43})$/.exec(token) ?? [];
    if (expiresAt === undefined || signature === undefined) return false;
    return timingSafeEqual(Buffer.from(signature, "base64url"), this.#hmac(expiresAt)) && Number(expiresAt) > now;
  }

  #hmac(text: string): Buffer {
    return createHmac("sha256", this.#key).update(text).digest();
  }
}
