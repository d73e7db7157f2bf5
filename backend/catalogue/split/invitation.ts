import { Id } from "../../contract/requests/ids.ts";
import type { Keyring } from "../../store/personal/keyring.ts";
import { Signer } from "../../store/personal/signer.ts";
import { invitationOver } from "./state.ts";

const LONGEST = 200;

/**
 * Signs and reads the tokens of links that ask a person to share a song. The link shows the question; only the account
 * that is asked can answer.
 */
export class SplitTokens {
  readonly #signer: Signer;

  constructor(keys: Keyring) {
    this.#signer = new Signer(keys, "split invitations");
  }

  sign(invitationId: string): string {
    // A path that ends like a file's name is no page.
    return this.#signer.sign(invitationId).replaceAll(".", "~");
  }

  /** The invitation of a token that we signed; throws Refusal `link_invalid` for anything else. */
  read(token: string): string {
    const text = token.length > LONGEST ? undefined : this.#signer.read(token.replaceAll("~", "."));
    const invitationId = Id.safeParse(text).data;
    if (invitationId === undefined) throw invitationOver();
    return invitationId;
  }
}
