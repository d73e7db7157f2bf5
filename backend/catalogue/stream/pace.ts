/** What a pace measures and waits by, so that tests hold the time. */
export interface PaceClock {
  /** Never jumps, ms. */
  now(): number;
  /** Resolves after `ms`, or earlier when the signal comes. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

interface PaceOptions {
  /** How much may go out in each ms of the clock, in bytes or in ms of sound. */
  readonly perMs: number;
  /** How much may go out immediately, ahead of real time. */
  readonly burst: number;
}

/** One of several who share a pace. */
export interface PaceShare {
  /** The youngest goes first: after a seek it is what is heard. */
  readonly age: number;
  /** Comes when it wants nothing more. */
  readonly gone: AbortSignal;
}

/** How long an older one lets a younger one go first before it looks again. */
const YIELD_MS = 250;

/** Each piece holds about as much as this brings. */
const PIECE_MS = 1_000;

/**
 * Sends sound as it is heard: a burst first, then no faster than real time, until it is released. It stores nothing:
 * the sender asks before each piece.
 */
export class Pace {
  readonly #options: PaceOptions;
  readonly #clock: PaceClock;
  readonly #begunAt: number;
  readonly #released = new AbortController();
  /** Who waits right now, by age. */
  readonly #waiting = new Set<number>();
  #sent = 0;
  #shares = 0;

  constructor(options: PaceOptions, clock: PaceClock = realClock) {
    this.#options = options;
    this.#clock = clock;
    this.#begunAt = clock.now();
  }

  /** One more who takes from it. */
  share(gone: AbortSignal): PaceShare {
    return { age: ++this.#shares, gone };
  }

  /** Waits until something may go, and answers how much: at most `wanted`. */
  async allow(wanted: number, share?: PaceShare): Promise<number> {
    const { perMs, burst } = this.#options;
    const piece = Math.min(wanted, Math.max(1, Math.ceil(perMs * PIECE_MS)));
    const age = share?.age ?? 0;
    const over = share ? AbortSignal.any([this.#released.signal, share.gone]) : this.#released.signal;
    try {
      while (!over.aborted) {
        const allowed = burst + (this.#clock.now() - this.#begunAt) * perMs - this.#sent;
        const isFirst = Math.max(age, ...this.#waiting) === age;
        if (isFirst && allowed >= piece) {
          this.#sent += piece;
          return piece;
        }
        this.#waiting.add(age);
        await this.#clock.wait(isFirst ? Math.ceil((piece - allowed) / perMs) : YIELD_MS, over);
      }
      return wanted;
    } finally {
      this.#waiting.delete(age);
    }
  }

  /** From now on everything may go out immediately. */
  release(): void {
    this.#released.abort();
  }
}

const realClock: PaceClock = {
  now: () => performance.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      signal.addEventListener("abort", done, { once: true });
      function done() {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      }
    }),
};
