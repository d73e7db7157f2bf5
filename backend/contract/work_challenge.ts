/** A proof of work as ALTCHA describes it: which number makes `salt + number` hash to `challenge`? */
export interface WorkChallenge {
  readonly algorithm: "SHA-256";
  readonly challenge: string;
  readonly maxnumber: number;
  readonly salt: string;
  readonly signature: string;
}
