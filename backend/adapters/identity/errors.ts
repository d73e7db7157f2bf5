/** What was shown is no proof of who somebody is: forged, for another service, expired, of an unproved address. */
export class IdentityRefused extends Error {
  override readonly name = "IdentityRefused";
}

/** Nobody could say whether the proof is good: the issuer's keys could not be read. */
export class IdentityUnavailable extends Error {
  override readonly name = "IdentityUnavailable";
}
