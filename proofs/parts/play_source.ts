import { newId } from "../../backend/contract/ids.ts";
import type { PlayReport } from "../../backend/contract/requests/listening.ts";
import { lagosDay, lagosDayStart } from "../../backend/contract/policy.ts";
import { seededRandom } from "../../backend/testing/random.ts";

const DAYS = 12;
/** What the daily cap of two hours holds. */
const PLAYS_A_DAY = 120;
const PLAY_MS = 60_000;
const DAY_MS = 24 * 3_600_000;

/**
 * Plays that are all credited in full: each listener's next one is on another of twelve days, after the one before it on
 * that day, of a track not yet heard that day.
 */
export class PlaySource {
  readonly #told: number[];
  readonly #random: () => number;
  #turn = 0;
  readonly #morning = lagosDayStart(lagosDay(Date.now())) + 6 * 3_600_000;

  constructor(readonly listeners: number, readonly tracks: readonly string[], seed: number) {
    this.#told = Array.from({ length: listeners }, () => 0);
    this.#random = seededRandom(seed);
  }

  /** A play of some listener who has one left. */
  single(): { listener: number; play: PlayReport } {
    for (let tries = 0; tries < 1_000; tries++) {
      const listener = Math.floor(this.#random() * this.listeners);
      const play = this.next(listener);
      if (play) return { listener, play };
    }
    throw new Error("Every listener has heard all there is: make more listeners");
  }

  /** `size` plays of one listener; the next batch is another's. */
  batch(size: number): { listener: number; plays: PlayReport[] } {
    for (let tries = 0; tries < this.listeners; tries++) {
      const listener = this.#turn++ % this.listeners;
      if ((this.#told[listener] ?? 0) + size > DAYS * PLAYS_A_DAY) continue;
      const plays = Array.from({ length: size }, () => this.next(listener)).filter((play) => play !== undefined);
      return { listener, plays };
    }
    throw new Error("Every listener has heard all there is: make more listeners");
  }

  next(listener: number): PlayReport | undefined {
    const told = this.#told[listener] ?? 0;
    const turn = Math.floor(told / DAYS);
    const trackId = this.tracks[turn % this.tracks.length];
    if (turn >= PLAYS_A_DAY || trackId === undefined) return undefined;
    this.#told[listener] = told + 1;
    const startedAt = this.#morning - (1 + told % DAYS) * DAY_MS + turn * (PLAY_MS + 1_000);
    // As phones tell it: where it began and what was heard, which artists' insights are made of.
    return { playId: newId(), trackId, startedAt, listenedMs: PLAY_MS, source: "songs", heard: [[0, PLAY_MS / 1_000]] };
  }
}
