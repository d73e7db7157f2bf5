/** Moments are rounded up to it: what happens close together happens at the same time. */
const STEP_MS = 1_000;

/** The town's clock: it moves on, to the next moment that someone waits for, when everyone waits. */
export class TownClock {
  readonly #waiting = new Map<number, (() => void)[]>();
  #now: number;
  #busy = 0;
  #failed: unknown;

  constructor(startAt: number) {
    this.#now = startAt;
  }

  /** Epoch ms. */
  now(): number {
    return this.#now;
  }

  /** Waits for a moment (epoch ms). Only lives that `run` has begun may wait. */
  async until(at: number): Promise<void> {
    const moment = Math.ceil(at / STEP_MS) * STEP_MS;
    if (moment <= this.#now) return;
    const woken = new Promise<void>((wake) => {
      this.#waiting.set(moment, [...this.#waiting.get(moment) ?? [], wake]);
    });
    this.#rest();
    await woken;
  }

  /** Waits so long. */
  async pass(ms: number): Promise<void> {
    await this.until(this.#now + ms);
  }

  /** Lives all these lives at the same time, until the last has ended. Throws what one of them throws. */
  async run(lives: readonly (() => Promise<void>)[]): Promise<void> {
    this.#busy += lives.length;
    await Promise.all(lives.map(async (live) => {
      try {
        await live();
      } catch (error) {
        this.#failed ??= error;
      } finally {
        this.#rest();
      }
    }));
    if (this.#failed !== undefined) throw this.#failed;
  }

  #rest(): void {
    this.#busy--;
    if (this.#busy > 0 || this.#waiting.size === 0) return;
    const next = Math.min(...this.#waiting.keys());
    const woken = this.#waiting.get(next) ?? [];
    this.#waiting.delete(next);
    this.#now = next;
    this.#busy = woken.length;
    for (const wake of woken) wake();
  }
}
