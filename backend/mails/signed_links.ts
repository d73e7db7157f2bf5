import { createHmac, timingSafeEqual } from "node:crypto";
import type { Keyring } from "../store/personal/keyring.ts";

/** What a link in a mail is for: to confirm or leave the newsletter, to stop mails, to have them again. */
export type LinkPurpose = "confirm" | "leave" | "stop" | "undo";

const HOUR_MS = 3_600_000;

/** For how long a link works. Leaving and stopping work for ever. */
const LIVES_MS: Readonly<Record<LinkPurpose, number | undefined>> = {
  confirm: 7 * 24 * HOUR_MS,
  leave: undefined,
  stop: undefined,
  undo: HOUR_MS,
};

const TOKEN = /^([0-9a-z_~-]{1,160})\.(\d{1,15})\.([\w-]{43})$/;

/** Signs and reads the links of mails: purpose, what it is about, and expiry, with a key for nothing else. */
export class SignedLinks {
  readonly #key: Uint8Array;

  constructor(keys: Keyring) {
    this.#key = keys.kept("newsletter links");
  }

  /** `about`: ids and small words, such as "0199…~artist"; `now` in epoch ms. */
  sign(purpose: LinkPurpose, about: string, now: number): string {
    const lifeMs = LIVES_MS[purpose];
    const body = `${about}.${lifeMs === undefined ? 0 : now + lifeMs}`;
    return `${body}.${this.#hmac(purpose, body)}`;
  }

  /** What a link is about that we signed for this purpose and that is still good. */
  read(purpose: LinkPurpose, token: string, now: number): string | undefined {
    const [, about, expiresAt, signature] = TOKEN.exec(token) ?? [];
    if (about === undefined || expiresAt === undefined || signature === undefined) return undefined;
    const expected = this.#hmac(purpose, `${about}.${expiresAt}`);
    // As written: the last letter has two bits that decoding drops, and would stand for four.
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return undefined;
    return LIVES_MS[purpose] === undefined || Number(expiresAt) > now ? about : undefined;
  }

  #hmac(purpose: LinkPurpose, body: string): string {
    return createHmac("sha256", this.#key).update(`${purpose} ${body}`).digest("base64url");
  }
}
