/** `Payload` is the kind's own type. */
export interface Job<Payload = unknown> {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly payload: Payload;
  /** 1 for the first. */
  readonly attempt: number;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** Ends the attempt well by returning. `signal` says that the attempt is over: its time is up, or Orin stops. */
export type JobHandler<Payload = unknown> = (job: Job<Payload>, signal: AbortSignal) => Promise<void> | void;

export interface WorkOptions<Payload = unknown> {
  /** Most jobs of the kind at the same time in this process; 1 when left out. */
  readonly concurrency?: number;
  /** Attempts until the job has failed; 8 when left out, which are about two minutes. */
  readonly attempts?: number;
  /**
   * For how long after it was due a job is worth an attempt, ms: it is tried again after a minute, at last each hour, and
   * fails when that is over, however often it was tried.
   */
  readonly worthMs?: (payload: Payload) => number;
  /** What jobs of this kind go through: while it is away (`RelayAway`), one of them asks it and the others wait. */
  readonly relay?: string;
  /** How long an attempt may take; a minute when left out. */
  readonly timeoutMs?: number;
  /** Called before a job is marked as failed, and again if that was interrupted: must be harmless when it runs twice. */
  readonly onFailed?: (job: Job<Payload>, reason: string) => Promise<void> | void;
}

export interface JobsOptions {
  /** Epoch ms. Processes on one database need clocks that differ by much less than the lease. */
  readonly now: () => number;
  /** From 0 to below 1: spreads retries. */
  readonly random: () => number;
  readonly log: (line: string, error?: unknown, fields?: { readonly level: "warn" | "error" }) => void;
  /** How long a job stays with a process that shows no sign of life; 30 seconds when left out. */
  readonly leaseMs?: number;
  /** How often to look for jobs without a poke; half a second when left out. */
  readonly pollMs?: number;
}

/** Thrown by a handler: another attempt would not help. The message is the reason the job failed. */
export class PermanentFailure extends Error {
  override readonly name = "PermanentFailure";
}
