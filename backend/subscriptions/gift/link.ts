import { paymentReference } from "../../contract/payment_reference.ts";
import { Id } from "../../contract/requests/ids.ts";
import { idInReference } from "../../contract/payment_reference.ts";
import type { Keyring } from "../../store/personal/keyring.ts";
import { Signer } from "../../store/personal/signer.ts";
import { PREMIUM_PURPOSE } from "../pay.ts";
import { linkUnknown } from "./state.ts";

/** A person's place in a payment, as a link names it. */
export interface SeatOf {
  readonly reference: string;
  readonly seat: number;
  /** How often its address had been corrected: a link from before a correction is of another edition. */
  readonly edition: number;
}

const LONGEST = 200;

/** Signs and reads the links that give a seat's months. They cannot be guessed, and do not reveal whom they are for. */
export class SeatTokens {
  readonly #signer: Signer;
  readonly #installation: string;

  constructor({ keys, installation }: { readonly keys: Keyring; readonly installation: string }) {
    this.#signer = new Signer(keys, "premium gifts");
    this.#installation = installation;
  }

  sign({ reference, seat, edition }: SeatOf): string {
    const first = `${idInReference(reference)}_${seat}`;
    return this.#signer.sign(edition === 0 ? first : `${first}_${edition}`);
  }

  /** The seat of a token that we signed; throws Refusal `link_invalid` for anything else. */
  read(token: string): SeatOf {
    const text = token.length > LONGEST ? undefined : this.#signer.read(token);
    const [id, seat, edition = "0"] = (text ?? "").split("_");
    const known = Id.safeParse(id).data;
    if (known === undefined || !/^\d$/.test(seat ?? "") || !/^\d{1,3}$/.test(edition)) throw linkUnknown();
    const reference = paymentReference(PREMIUM_PURPOSE, { installation: this.#installation, id: known });
    return { reference, seat: Number(seat), edition: Number(edition) };
  }
}

/** The page that a link opens. */
export function seatPath(token: string): string {
  return `/premium-gift/${token}`;
}
