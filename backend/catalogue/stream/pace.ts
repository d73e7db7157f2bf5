/** What a pace measures and waits by, so that tests hold the time. */
export interface PaceClock {
  /** Never jumps, ms. */
  now(): number;
  /** Resolves after `ms`, or earlier when the signal comes. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

interface PaceOptions {
  readonly bytesPerMs: number;
  /** Bytes that may go out immediately, ahead of real time. */
  readonly burst: number;
}

/** Each piece holds about this much sound. */
const PIECE_MS = 1_000;

/**
 * Sends sound as it is heard: a burst at once, then no faster than real time, until it is released. It keeps no bytes:
 * who sends asks before each piece.
 */
export class Pace {
  readonly #options: PaceOptions;
  readonly #clock: PaceClock;
  readonly #begunAt: number;
  readonly #released = new AbortController();
  #sent = 0;

  constructor(options: PaceOptions, clock: PaceClock = realClock) {
    this.#options = options;
    this.#clock = clock;
    this.#begunAt = clock.now();
  }

  /** Waits until bytes may go, and answers how many: at most `wanted`. */
  async allow(wanted: number): Promise<number> {
    const { bytesPerMs, burst } = this.#options;
    const piece = Math.max(1, Math.min(wanted, Math.ceil(bytesPerMs * PIECE_MS)));
    while (!this.#released.signal.aborted) {
      const allowed = burst + (this.#clock.now() - this.#begunAt) * bytesPerMs - this.#sent;
      if (allowed >= piece) {
        this.#sent += piece;
        return piece;
      }
      await this.#clock.wait(Math.ceil((piece - allowed) / bytesPerMs), this.#released.signal);
    }
    return wanted;
  }

  /** From now on all bytes may go out immediately. */
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
