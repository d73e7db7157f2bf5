/** An outside issuer that proves who people are. */
export interface Identity {
  /** Orin's name at the issuer; every proof must name it. */
  readonly clientId: string;
  /** The script behind the issuer's button. */
  readonly scriptUrl: string;
  /**
   * The person that a proof names.
   * @throws {IdentityRefused} it proves nothing
   * @throws {IdentityUnavailable} no way to tell now: try again later
   */
  verify(credential: string): Promise<ProvenPerson>;
}

/** The checked content of a proof. */
export interface ProvenPerson {
  /** The issuer's own id of the person: it never changes, and no other person ever gets it. */
  readonly subject: string;
  /** In lower case; the issuer has seen that mail to it reaches the person. */
  readonly email: string;
  /** Whether the issuer itself gives out the address, so that no other person can have it by now. */
  readonly ownsAddress: boolean;
  readonly firstName: string;
  readonly lastName: string;
  /** When the proof expires, epoch ms. */
  readonly expiresAt: number;
}

export interface IdentityConfig {
  /** Undefined: this way to sign in is off. */
  readonly googleClientId: string | undefined;
  readonly googleIssuer: string;
}

/** The token does not prove who the person is: forged, for another service, expired, or with an unverified address. */
export class IdentityRefused extends Error {
  override readonly name = "IdentityRefused";
}

/** No way to tell whether the proof is good: the issuer's keys were unreadable. */
export class IdentityUnavailable extends Error {
  override readonly name = "IdentityUnavailable";
}
