import type { OutboxEffects } from "./effects.ts";

/** A clock that is further behind than this is broken, not just badly set. */
const BROKEN_BEHIND_MS = 24 * 3_600_000;

/**
 * The device's clock as reports use it. A phone whose battery ran out wakes up years ago; then time is counted on
 * from the service's last answer, so that what is heard until the network sets the clock is not refused as too old.
 * It never goes back: a play from before the clock was set back would lie in the future when it is sent.
 */
export class DeviceClock {
  readonly #effects: Pick<OutboxEffects, "wallNow" | "monotonicNow">;
  #serverAt = 0;
  #heardAt = 0;
  /** How far it is ahead of the monotonic clock. */
  #ahead = -Infinity;

  constructor(effects: Pick<OutboxEffects, "wallNow" | "monotonicNow">) {
    this.#effects = effects;
  }

  /** Epoch ms. */
  now(): number {
    const elapsed = this.#effects.monotonicNow();
    this.notBefore(this.#effects.wallNow());
    const device = this.#ahead + elapsed;
    const earliest = this.#serverAt + elapsed - this.#heardAt;
    return Math.round(device < earliest - BROKEN_BEHIND_MS ? earliest : device);
  }

  /** It is at least this late (epoch ms): something that is kept says so. */
  notBefore(moment: number): void {
    this.#ahead = Math.max(this.#ahead, moment - this.#effects.monotonicNow());
  }

  /** Takes the service's time (epoch ms) of an answer, just received or stored by an earlier page. */
  hear(serverAt: number): void {
    this.#serverAt = serverAt;
    this.#heardAt = this.#effects.monotonicNow();
  }
}
