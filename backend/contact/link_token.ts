import { createHmac, timingSafeEqual } from "node:crypto";
import type { Keyring } from "../store/personal/keyring.ts";

export type LinkPurpose = "confirm" | "leave";
/** Confirming has its time; leaving works for ever. */
const CONFIRM_MS = 7 * 24 * 3_600_000;

/** Signs and reads the links of newsletter mails: purpose, subscriber and expiry, with a key for nothing else. */
export class LinkTokens {
  readonly #key: Uint8Array;

  constructor(keys: Keyring) {
    this.#key = keys.kept("newsletter links");
  }

  sign(purpose: LinkPurpose, subscriberId: string, now: number): string {
    const body = `${subscriberId}.${purpose === "confirm" ? now + CONFIRM_MS : 0}`;
    return `${body}.${this.#hmac(purpose, body).toString("base64url")}`;
  }

  /** The subscriber of a link that we signed for this purpose and that is still good. */
  read(purpose: LinkPurpose, token: string, now: number): string | undefined {
    const [, subscriberId, expiresAt, signature] = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
    if (subscriberId === undefined || expiresAt === undefined || signature === undefined) return undefined;
    const expected = this.#hmac(purpose, `${subscriberId}.${expiresAt}`);
    if (!timingSafeEqual(Buffer.from(signature, "base64url"), expected)) return undefined;
    return purpose === "leave" || Number(expiresAt) > now ? subscriberId : undefined;
  }

  #hmac(purpose: LinkPurpose, body: string): Buffer {
    return createHmac("sha256", this.#key).update(`${purpose} ${body}`).digest();
  }
}
