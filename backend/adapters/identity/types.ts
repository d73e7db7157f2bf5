/** Someone else who knows who people are. */
export interface Identity {
  /** Orin's name at the issuer; every proof has to be made out to it. */
  readonly clientId: string;
  /** The script behind the issuer's button. */
  readonly scriptUrl: string;
  /**
   * Who a proof is about.
   * @throws {IdentityRefused} it proves nothing
   * @throws {IdentityUnavailable} nobody could tell: try again later
   */
  verify(credential: string): Promise<ProvenPerson>;
}

/** What a proof says, already checked. */
export interface ProvenPerson {
  /** The issuer's own id of the person: it never changes and is never given to another. */
  readonly subject: string;
  /** In lower case; the issuer has seen that mail to it reaches the person. */
  readonly email: string;
  /** Whether the address is the issuer's own to give, so that nobody else can hold it by now. */
  readonly ownsAddress: boolean;
  readonly firstName: string;
  readonly lastName: string;
  /** When the proof expires, epoch ms. */
  readonly expiresAt: number;
}

export interface IdentityConfig {
  /** Undefined: nobody signs in this way. */
  readonly googleClientId: string | undefined;
  readonly googleIssuer: string;
}

/** The token does not prove who the person is: forged, for another service, expired, or with an unverified address. */
export class IdentityRefused extends Error {
  override readonly name = "IdentityRefused";
}

/** Nobody could say whether the proof is good: the issuer's keys could not be read. */
export class IdentityUnavailable extends Error {
  override readonly name = "IdentityUnavailable";
}
