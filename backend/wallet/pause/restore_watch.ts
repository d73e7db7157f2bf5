import type { KeptHeads } from "./state.ts";

/** What a process remembers to notice a restore. */
export class RestoreWatch {
  /** From the start on, until the provider's lists were held against the log once: no payout begins. */
  isWaiting = false;
  /** The heads that this process has seen: a log never becomes shorter. */
  seen: KeptHeads | undefined;
  /** Until when the provider's lists were held against the log, epoch ms. */
  listedTo: number | undefined;
  /** What is away is logged once. */
  readonly away = new Set<string>();
}
