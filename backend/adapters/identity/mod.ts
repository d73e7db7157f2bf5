import { GoogleIdentity } from "./google.ts";

export { IdentityRefused, IdentityUnavailable } from "./errors.ts";

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

/** Opens the issuer that the configuration names, if it names one. Nothing is asked before the first proof. */
export function createIdentity(config: IdentityConfig, now: () => number = Date.now): Identity | undefined {
  if (config.googleClientId === undefined) return undefined;
  return new GoogleIdentity({ clientId: config.googleClientId, issuer: config.googleIssuer, now });
}
