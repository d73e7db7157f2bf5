import type { LicenceKind } from "../../contract/offline.ts";
import type { Keyring } from "../../store/personal/keyring.ts";
import { Signer } from "../../store/personal/signer.ts";

/** A licence as the device keeps it: whose it is, which device, and from when to when (epoch ms). */
interface SignedLicence {
  readonly userId: string;
  readonly deviceId: string;
  readonly from: number;
  readonly until: number;
  readonly kind: LicenceKind;
  /** Of a taste: for how many songs it is. */
  readonly limit?: number | undefined;
}

const LONGEST = 400;

/** Signs and reads licences: base64url of compact JSON. */
export class LicenceTokens {
  readonly #signer: Signer;

  constructor(keys: Keyring) {
    this.#signer = new Signer(keys, "offline licences");
  }

  sign({ userId, deviceId, from, until, kind, limit }: SignedLicence): string {
    const said = [userId, deviceId, from, until, ...kind === "premium" ? [] : [kind, limit]];
    return this.#signer.sign(Buffer.from(JSON.stringify(said)).toString("base64url"));
  }

  /** The licence of a token that we signed and whose time is now; undefined for anything else. */
  read(token: string, now: number): SignedLicence | undefined {
    const body = token.length > LONGEST ? undefined : this.#signer.read(token);
    if (body === undefined) return undefined;
    const licence = licenceOf(Buffer.from(body, "base64url").toString());
    return licence.until > now ? licence : undefined;
  }
}

/** Only we can have signed it, so it has the shape that `sign` gave it. */
function licenceOf(said: string): SignedLicence {
  const [userId, deviceId, from, until, kind = "premium", limit] = JSON.parse(said) as [
    ...[string, string, number, number],
    kind?: LicenceKind,
    limit?: number,
  ];
  return { userId, deviceId, from, until, kind, limit };
}
