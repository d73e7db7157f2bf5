import type { OutboxEffects } from "./effects.ts";

/** A clock that is further behind than this is broken, not just badly set. */
const BROKEN_BEHIND_MS = 24 * 3_600_000;

/**
 * The device's clock as reports use it. A phone whose battery ran out wakes up years ago; then time is counted on
 * from the service's last answer, so that what is heard until the network sets the clock is not refused as too old.
 */
export class DeviceClock {
  readonly #effects: Pick<OutboxEffects, "wallNow" | "monotonicNow">;
  #serverAt = 0;
  #heardAt = 0;

  constructor(effects: Pick<OutboxEffects, "wallNow" | "monotonicNow">) {
    this.#effects = effects;
  }

  /** Epoch ms. */
  now(): number {
    const wall = this.#effects.wallNow();
    const earliest = this.#serverAt + this.#effects.monotonicNow() - this.#heardAt;
    return Math.round(wall < earliest - BROKEN_BEHIND_MS ? earliest : wall);
  }

  /** Takes the service's time (epoch ms) of an answer, just received or stored by an earlier page. */
  hear(serverAt: number): void {
    this.#serverAt = serverAt;
    this.#heardAt = this.#effects.monotonicNow();
  }
}
