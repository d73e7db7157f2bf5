const LOOK_MS = 5_000;
/** What a time service corrects without a word is less. */
const WORTH_A_LINE_MS = 60_000;

interface ClockWatchOptions {
  /** The clock, epoch ms. */
  readonly now: () => number;
  /** Milliseconds since any moment, which setting the clock does not change. */
  readonly elapsed?: () => number;
  /** When the newest event was recorded, epoch ms. */
  newestEvent(): Promise<number>;
  /** Makes what a clock that was ahead has put off due; answers how many. */
  bringBack(): Promise<number>;
  log(line: string, error?: unknown, fields?: { readonly level: "warn" }): void;
}

/**
 * Watches this machine's clock: reports when it was set, or when it is behind the log at a start, and brings back what
 * waits for a time that will not come soon.
 */
export class ClockWatch implements AsyncDisposable {
  readonly #options: Required<ClockWatchOptions>;
  #offset: number;
  #looking: Promise<void>;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(options: ClockWatchOptions) {
    this.#options = { elapsed: () => performance.now(), ...options };
    this.#offset = this.#read();
    this.#looking = this.#try(() => this.#begin());
    this.#timer = setInterval(() => void this.look(), LOOK_MS);
  }

  /** Compares the clock with what has passed since the last look. */
  look(): Promise<void> {
    const offset = this.#read();
    const byMs = offset - this.#offset;
    this.#offset = offset;
    if (Math.abs(byMs) < WORTH_A_LINE_MS) return this.#looking;
    return this.#looking = this.#looking.then(() => this.#try(() => this.#noteSet(byMs)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  #read(): number {
    return this.#options.now() - this.#options.elapsed();
  }

  async #begin(): Promise<void> {
    const { now, newestEvent, bringBack } = this.#options;
    const aheadMs = await newestEvent() - now();
    await bringBack();
    if (aheadMs < WORTH_A_LINE_MS) return;
    this.#say(`The newest event is ${lengthOf(aheadMs)} ahead of this machine's clock: one of them is wrong`);
  }

  async #noteSet(byMs: number): Promise<void> {
    const now = new Date(this.#options.now()).toISOString();
    if (byMs > 0) {
      return this.#say(
        `The clock went ${
          lengthOf(byMs)
        } forward, to ${now}, or this machine slept: what was due until then is done, ` +
          `codes and sessions end. If that is wrong, set it back now`,
      );
    }
    const count = await this.#options.bringBack();
    this.#say(`The clock went ${lengthOf(-byMs)} back, to ${now}. Jobs that it had put off and are due now: ${count}`);
  }

  #say(line: string): void {
    this.#options.log(line, undefined, { level: "warn" });
  }

  async #try(work: () => Promise<void>): Promise<void> {
    await work().catch((error) => this.#options.log("The clock cannot be compared with the log", error));
  }
}

/** In hours from two on, else in minutes. */
function lengthOf(ms: number): string {
  const [minutes, hours] = [Math.round(ms / 60_000), Math.round(ms / 3_600_000)];
  return hours >= 2 ? `${hours} h` : `${minutes} min`;
}
