/** The clock of the demo world while we make it: it only moves forward, never past the present. */
export class SeedClock {
  #now: number;

  /** `onMove` hears of each new moment. */
  constructor(startsAt: number, readonly end: number, readonly onMove: (now: number) => void = () => {}) {
    this.#now = startsAt;
  }

  /** Epoch ms. */
  get now(): number {
    return this.#now;
  }

  /** Moves to a moment (epoch ms); an earlier one changes nothing. */
  set(moment: number): void {
    this.#now = Math.min(this.end, Math.max(this.#now, moment));
    this.onMove(this.#now);
  }
}
