import { DatabaseAway, isPassing, Overloaded } from "../store/log/errors.ts";
import { firstLine, StartError } from "./start_error.ts";

const PATIENCE_MS = 120_000;
const PAUSE_MS = 1_000;

/**
 * Does the steps of a start that need the database, each as often as it takes: one that is away, slow or busy is waited
 * for, up to two minutes in a row, with a line when that begins and when it is over. Every step has to be harmless twice.
 */
export class DatabasePatience {
  constructor(readonly log: (line: string) => void, readonly now: () => number = () => performance.now()) {}

  /** Throws a StartError where the database stays away; what does not pass by itself is thrown on. */
  async step<Result>(work: () => Promise<Result>, pauseMs = PAUSE_MS): Promise<Result> {
    let since: number | undefined;
    for (;;) {
      try {
        const result = await work();
        if (since !== undefined) this.log(`The database answers again after ${seconds(this.now() - since)} s`);
        return result;
      } catch (error) {
        if (!passes(error)) throw error;
        if (since === undefined) {
          since = this.now();
          this.log(`The start waits for the database, up to ${seconds(PATIENCE_MS)} s: ${firstLine(error)}`);
        }
        if (this.now() - since > PATIENCE_MS) {
          throw new StartError(`the database did not answer for ${seconds(PATIENCE_MS)} s: ${firstLine(error)}`);
        }
        await new Promise((done) => setTimeout(done, pauseMs));
      }
    }
  }
}

function passes(error: unknown): boolean {
  return error instanceof DatabaseAway || error instanceof Overloaded || isPassing(error) ||
    (error instanceof AggregateError && error.errors.every(passes));
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(0);
}
