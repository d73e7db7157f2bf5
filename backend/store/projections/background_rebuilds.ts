import type { Projection } from "./projection.ts";
import { rebuild } from "./rebuild.ts";

/**
 * Builds changed async projections one after another while the service runs and their old tables answer. After a stop
 * the next start resumes.
 */
export class BackgroundRebuilds implements AsyncDisposable {
  /** Resolves when all of them are in place or the service stops. */
  readonly done: Promise<void>;
  readonly #stop = new AbortController();

  constructor(
    readonly ownerUrl: string,
    readonly options: {
      readonly projections: readonly Projection[];
      readonly log: (line: string, error?: unknown) => void;
    },
  ) {
    this.done = this.#run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.done;
  }

  async #run(): Promise<void> {
    const { ownerUrl, options: { projections, log } } = this;
    const { signal } = this.#stop;
    for (const projection of projections) {
      const name = `${projection.name} v${projection.version}`;
      try {
        const { positions, buildSeconds } = await rebuild({ ownerUrl, projection, signal });
        log(`Projection ${name} was built from ${positions} positions in ${buildSeconds.toFixed(1)} s`);
      } catch (error) {
        if (signal.aborted) return;
        log(`projection ${name} could not be built: the old one answers on`, error);
      }
    }
  }
}
