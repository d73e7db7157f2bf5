import { watchRunners } from "./runners.ts";

/** Stopping may take this long before the process ends whatever is still going on. */
const MOST_STOPPING_MS = 10_000;
/** What is abandoned at last has to be said, and the process ended. */
const FOR_THE_END_MS = 500;
/** Runners pass on the signal that was sent to all of them: only a later one is a second one. */
const SECOND_SIGNAL_AFTER_MS = 1_000;
/** By `performance.now()`, once a signal has come. */
let endsAt = Number.POSITIVE_INFINITY;
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

interface Ending {
  /** Serves while those who send requests learn that they should send no more. */
  drain?(): Promise<void>;
  stop(): Promise<void>;
  log(line: string): void;
}

/**
 * Waits for a signal to stop, or for the end of the runner (`npm start`, `deno task`) that started this process, then
 * stops once and ends the process; SIGTERM comes from one who starts the next process, so it drains first. A second
 * signal, or ten seconds of stopping without an end, ends it immediately.
 */
export async function runUntilStopped({ drain, stop, log }: Ending): Promise<never> {
  const why = await reasonToStop(log);
  log(`Stopping: ${why}`);
  if (why === "SIGTERM") await drain?.();
  endsAt = performance.now() + MOST_STOPPING_MS;
  setTimeout(() => endAtOnce(log, `still running after ${MOST_STOPPING_MS / 1000} s`), MOST_STOPPING_MS);
  await stop();
  log("Stopped");
  Deno.exit(0);
}

/** The longest wait, and where its end is logged. */
interface Waiting {
  readonly seconds: number;
  log(line: string): void;
}

/**
 * Waits for the end of a part, at most so long and never past the end of the process. What still goes on then is
 * abandoned by its name: each part can be broken off anywhere, and the next start takes it up.
 */
export async function endWithin(what: string, end: () => Promise<unknown>, { seconds, log }: Waiting): Promise<void> {
  const longest = Math.max(0, Math.min(seconds * 1_000, endsAt - FOR_THE_END_MS - performance.now()));
  const ended = end();
  // It may fail long after the wait is over.
  ended.catch(() => {});
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"late">((resolve) => timer = setTimeout(() => resolve("late"), longest));
  try {
    if (await Promise.race([ended, late]) === "late") log(`No longer waiting for ${what}`);
  } finally {
    clearTimeout(timer);
  }
}

/** Parts that end at the same time, each within the same seconds. */
export class EndTogether implements AsyncDisposable {
  readonly #parts: { what: string; end: () => Promise<unknown> }[] = [];

  constructor(readonly waiting: Waiting) {}

  /** `what` it is called where it is abandoned. */
  add(what: string, end: () => Promise<unknown>): void {
    this.#parts.push({ what, end });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#parts.map(({ what, end }) => endWithin(what, end, this.waiting)));
  }
}

/** Whether requests should be sent to this process, as `/readyz` tells. */
export class Readiness {
  #state: "starting" | "taking over" | "ready" | "stopping" = "starting";
  readonly #admitting = Promise.withResolvers<void>();

  constructor(readonly drainMs: number) {}

  get isReady(): boolean {
    return this.#state === "ready" || this.isTakingOver;
  }

  /** Requests come here already, and wait. */
  get isTakingOver(): boolean {
    return this.#state === "taking over";
  }

  /** Resolves with `admit()`. */
  get admitted(): Promise<void> {
    return this.#admitting.promise;
  }

  get isStopping(): boolean {
    return this.#state === "stopping";
  }

  /** Lets requests come before the start is over; resolves when those who send them have learned of it. */
  async announce(): Promise<void> {
    if (this.#state === "starting") this.#state = "taking over";
    await this.seen();
  }

  /** Resolves when those who send requests have learned of a change: they ask at least twice in the drain time. */
  async seen(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, this.drainMs / 2));
  }

  /** From now on requests are answered. */
  admit(): void {
    this.#admitting.resolve();
  }

  reach(): void {
    if (this.#state !== "stopping") this.#state = "ready";
  }

  /** Keeps serving for the drain time; a process that was never ready has no callers to wait for. */
  async drain(): Promise<void> {
    const wasReady = this.isReady;
    this.#state = "stopping";
    if (wasReady) await new Promise((resolve) => setTimeout(resolve, this.drainMs));
  }
}

function reasonToStop(log: (line: string) => void): Promise<string> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    for (const signal of SIGNALS) {
      Deno.addSignalListener(signal, () => {
        firstAt ??= performance.now();
        if (performance.now() - firstAt > SECOND_SIGNAL_AFTER_MS) endAtOnce(log, `${signal} again`);
        resolve(signal);
      });
    }
    watchRunners((name) => {
      firstAt ??= performance.now();
      resolve(`${name} has ended`);
    });
  });
}

function endAtOnce(log: (line: string) => void, why: string): never {
  log(`Stopping now: ${why}`);
  Deno.exit(1);
}
