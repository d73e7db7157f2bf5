import { createHmac } from "node:crypto";
import { v5 } from "uuid";
import { newId } from "../../contract/ids.ts";
import { canonicalJson, type Json } from "./canonical.ts";

/**
 * UUIDv5 (RFC 9562, section 5.5) of a random id and a word: a reaction that runs twice gives its event the same id.
 * Only over random ids: an id made from something guessable could be made by someone else first.
 */
export function derivedId(id: string, word: string): string {
  // As bytes, because the library refuses ids of other versions, which clients may send.
  return v5(Buffer.from(word), Buffer.from(id.replaceAll("-", ""), "hex"));
}

/**
 * Whether an id was minted: a UUIDv7 (RFC 9562, section 5.7), which says when. Only such ids of archived events are
 * forgotten; derived ones (v5) are what makes a late retry take effect once.
 */
export function isMinted(id: string): boolean {
  return id[14] === "7";
}

/** Mints ids in order and gives the same ones again after `rewind`, so that a repeated group stores the same ids. */
export class IdMint {
  readonly #minted: string[] = [];
  #next = 0;

  next(): string {
    const id = this.#minted[this.#next] ?? newId();
    this.#minted[this.#next++] = id;
    return id;
  }

  rewind(): void {
    this.#next = 0;
  }
}

/** Keyed HMAC of a command's name, actor and plain content: tells whether the same id came with the same content. */
export function fingerprint(
  key: Uint8Array,
  { name, actor, content }: { name: string; actor: string; content: Json },
): Uint8Array {
  return new Uint8Array(createHmac("sha256", key).update(canonicalJson([name, actor, content])).digest());
}
