/** The token does not prove who the person is: forged, for another service, expired, or with an unverified address. */
export class IdentityRefused extends Error {
  override readonly name = "IdentityRefused";
}

/** Nobody could say whether the proof is good: the issuer's keys could not be read. */
export class IdentityUnavailable extends Error {
  override readonly name = "IdentityUnavailable";
}
