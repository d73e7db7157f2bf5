import { Refusal } from "../contract/refusal.ts";
import type { Keyring } from "../store/personal/keyring.ts";
import { Signer } from "../store/personal/signer.ts";

/** What a link of our mails is for: it opens nothing else. */
type LinkKind = "claim" | "counter" | "suspension";

interface Linked {
  readonly kind: LinkKind;
  /** Letters of ids, joined by `_`. */
  readonly id: string;
  /** Epoch ms. */
  readonly expiresAt: number;
}

const LONGEST = 250;

/** Signs and reads the links of moderation's mails: who has one needs no log-in, because it came to their address. */
export class ModerationLinks {
  readonly #signer: Signer;

  constructor(keys: Keyring) {
    this.#signer = new Signer(keys, "moderation links");
  }

  sign({ kind, id, expiresAt }: Linked): string {
    // A path that ends like a file's name is no page.
    return this.#signer.sign(`${kind}_${id}_${expiresAt.toString(36)}`).replaceAll(".", "~");
  }

  /** The id of a link that we signed for this and that is still good. Throws Refusal `link_invalid`. */
  read(kind: LinkKind, token: string, now: number): string {
    const text = token.length > LONGEST ? undefined : this.#signer.read(token.replaceAll("~", "."));
    const [, of, id, expiry] = /^([a-z]+)_(.+)_([0-9a-z]{1,11})$/.exec(text ?? "") ?? [];
    if (of !== kind || id === undefined || expiry === undefined) {
      throw new Refusal("link_invalid", "This link is not whole: please open it from our email again");
    }
    if (Number.parseInt(expiry, 36) <= now) throw new Refusal("link_invalid", "This link has expired");
    return id;
  }
}
