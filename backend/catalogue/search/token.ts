import type { Keyring } from "../../store/personal/keyring.ts";
import { Signer } from "../../store/personal/signer.ts";

export const SEARCH_TOKEN_MS = 10 * 60_000;
const LONGEST = 100;

/** Tokens that open the search and nothing else: a signed expiry. */
export class SearchTokens {
  readonly #signer: Signer;

  constructor(keys: Keyring) {
    this.#signer = new Signer(keys, "search tokens");
  }

  sign(now: number): string {
    return this.#signer.sign(String(now + SEARCH_TOKEN_MS));
  }

  isValid(token: string, now: number): boolean {
    return token.length <= LONGEST && Number(this.#signer.read(token)) > now;
  }
}
