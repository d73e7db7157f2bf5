import { Id } from "../contract/requests/ids.ts";
import type { Keyring } from "../store/personal/keyring.ts";
import { Signer } from "../store/personal/signer.ts";
import { invitationOver } from "./state.ts";

const LONGEST = 200;

/** An invitation, and whose team it is for. */
export interface OfInvitation {
  readonly creatorId: string;
  readonly invitationId: string;
}

/**
 * Signs and reads the tokens of links that ask a person to join a team. The link shows the inviter; only the invited
 * account can accept.
 */
export class TeamTokens {
  readonly #signer: Signer;

  constructor(keys: Keyring) {
    this.#signer = new Signer(keys, "team invitations");
  }

  sign({ creatorId, invitationId }: OfInvitation): string {
    // A path that ends like a file's name is no page.
    return this.#signer.sign(`${creatorId}_${invitationId}`).replaceAll(".", "~");
  }

  /** The invitation of a token that we signed; throws Refusal `link_invalid` for anything else. */
  read(token: string): OfInvitation {
    const text = token.length > LONGEST ? undefined : this.#signer.read(token.replaceAll("~", "."));
    const [creatorId, invitationId] = (text ?? "").split("_").map((id) => Id.safeParse(id).data);
    if (creatorId === undefined || invitationId === undefined) throw invitationOver();
    return { creatorId, invitationId };
  }
}
