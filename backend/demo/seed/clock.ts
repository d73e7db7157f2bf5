/** The time of the demo world while it is made: it only goes forward, and never past the present. */
export class SeedClock {
  #now: number;

  constructor(startsAt: number, readonly end: number) {
    this.#now = startsAt;
  }

  /** Epoch ms. */
  get now(): number {
    return this.#now;
  }

  /** Moves on to a moment, epoch ms; an earlier one changes nothing. */
  set(moment: number): void {
    this.#now = Math.min(this.end, Math.max(this.#now, moment));
  }
}
