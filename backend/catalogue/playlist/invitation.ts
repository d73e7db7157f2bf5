import type { Keyring } from "../../store/personal/keyring.ts";
import { Signer } from "../../store/personal/signer.ts";
import { Id } from "../../contract/requests/ids.ts";
import { invitationGone } from "./state.ts";

/** What a link invites to. */
export interface Invitation {
  readonly playlistId: string;
  readonly invitationId: string;
}

const LONGEST = 200;

/** Signs and reads the tokens of links that let people add to a list. Only who has the link can have joined by it. */
export class InvitationTokens {
  readonly #signer: Signer;

  constructor(keys: Keyring) {
    this.#signer = new Signer(keys, "playlist invitations");
  }

  sign({ playlistId, invitationId }: Invitation): string {
    return this.#signer.sign(`${playlistId}_${invitationId}`);
  }

  /** What a token that we signed invites to; throws Refusal `link_invalid` for anything else. */
  read(token: string): Invitation {
    const text = token.length > LONGEST ? undefined : this.#signer.read(token);
    const [playlistId, invitationId] = (text ?? "").split("_").map((id) => Id.safeParse(id).data);
    if (playlistId === undefined || invitationId === undefined) throw invitationGone();
    return { playlistId, invitationId };
  }
}
