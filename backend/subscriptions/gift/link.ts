import { paymentReference } from "../../contract/payment_reference.ts";
import { Id } from "../../contract/requests/ids.ts";
import { idInReference } from "../../contract/payment_reference.ts";
import type { Keyring } from "../../store/personal/keyring.ts";
import { Signer } from "../../store/personal/signer.ts";
import { PREMIUM_PURPOSE } from "../pay.ts";
import { linkUnknown } from "./state.ts";

/** A person's place in a payment. */
export interface SeatOf {
  readonly reference: string;
  readonly seat: number;
}

const LONGEST = 200;

/** Signs and reads the links that give a seat's months. Nobody can guess one, and it says nothing of who it is for. */
export class SeatTokens {
  readonly #signer: Signer;
  readonly #installation: string;

  constructor({ keys, installation }: { readonly keys: Keyring; readonly installation: string }) {
    this.#signer = new Signer(keys, "premium gifts");
    this.#installation = installation;
  }

  sign({ reference, seat }: SeatOf): string {
    return this.#signer.sign(`${idInReference(reference)}_${seat}`);
  }

  /** The seat of a token that we signed; throws Refusal `link_invalid` for anything else. */
  read(token: string): SeatOf {
    const text = token.length > LONGEST ? undefined : this.#signer.read(token);
    const [id, seat] = (text ?? "").split("_");
    const known = Id.safeParse(id).data;
    if (known === undefined || !/^\d$/.test(seat ?? "")) throw linkUnknown();
    const reference = paymentReference(PREMIUM_PURPOSE, { installation: this.#installation, id: known });
    return { reference, seat: Number(seat) };
  }
}

/** The page that a link opens. */
export function seatPath(token: string): string {
  return `/premium-gift/${token}`;
}
