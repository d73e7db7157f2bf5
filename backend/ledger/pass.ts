/**
 * Leave to take units out of what one person can spend, for one command. The gate (`wallet/gate.ts`) alone makes one, and
 * the ledger takes tokens of an owner's codes with one only.
 */
export class Pass {
  readonly #userId: string;
  #left: number;

  constructor(userId: string, units: number) {
    this.#userId = userId;
    this.#left = units;
  }

  /** Takes units of what it allows. Throws where it does not cover them: that is a mistake of a command. */
  use(userId: string, units: number): void {
    if (userId !== this.#userId || units > this.#left) throw new Error(`The gate did not let ${units} units go`);
    this.#left -= units;
  }
}
