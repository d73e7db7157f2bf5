import { readJson } from "../lib/stored_json.ts";
import type { Player } from "./player.ts";
import type { PlayerError } from "./types.ts";

const KEY = "orin.untouched";
const LONGEST_MS = 60 * 60_000;
const KEEP_EVERY_MS = 30_000;
const ASK: PlayerError = { code: "still_listening", text: "Still listening?" };

interface AttentionParts {
  player: Player;
  storage: Storage;
  /** Never jumps, ms. */
  monotonicNow(): number;
}

/**
 * Pauses music after an hour without a touch, and asks: data and free plays are dear. What counts is sound since the
 * last touch, key or media key; it is kept with the queue, so that a reload does not begin anew.
 */
export class Attention {
  readonly #parts: AttentionParts;
  #untouchedMs: number;
  #keptMs = 0;
  /** When sound was last seen. */
  #heardAt: number | undefined;

  constructor(parts: AttentionParts) {
    const { player, storage } = parts;
    this.#parts = parts;
    const kept = readJson(storage, KEY);
    this.#untouchedMs = this.#keptMs = player.state.get().track && typeof kept === "number" && kept > 0 ? kept : 0;
    player.position.subscribe(() => this.#look());
    player.state.subscribe(() => this.#look());
  }

  /** The listener is there. */
  readonly touch = (): void => {
    this.#untouchedMs = 0;
    if (this.#keptMs > 0) this.#keep();
  };

  #look(): void {
    const { player, monotonicNow } = this.#parts;
    const { playing, waiting } = player.state.get();
    const now = monotonicNow();
    if (this.#heardAt !== undefined) this.#untouchedMs += now - this.#heardAt;
    this.#heardAt = playing && !waiting ? now : undefined;
    if (this.#untouchedMs - this.#keptMs >= KEEP_EVERY_MS) this.#keep();
    if (!playing || this.#untouchedMs < LONGEST_MS) return;
    this.#heardAt = undefined;
    this.touch();
    player.choose({ error: ASK });
    player.pause();
  }

  #keep(): void {
    this.#keptMs = this.#untouchedMs;
    try {
      this.#parts.storage.setItem(KEY, JSON.stringify(Math.round(this.#untouchedMs)));
    } catch {
      // Full or forbidden: then only a reload forgets it.
    }
  }
}
