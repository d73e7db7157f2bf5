import { createStore, type Store } from "../lib/store.ts";
import { readRecord } from "../lib/stored_json.ts";
import type { Player } from "./player.ts";

/** Minutes to choose from. */
export const SLEEP_MINUTES = [5, 15, 30, 45, 60] as const;

/** When the music stops: at a moment (epoch ms), after the track that plays, or not at all. */
type Sleep = { kind: "at"; endsAt: number } | { kind: "track" } | null;

const KEY = "orin.sleep";
const FADE_MS = 10_000;
const FADE_STEP_MS = 250;

interface SleepParts {
  player: Player;
  storage: Storage;
  /** Device clock, epoch ms. */
  now(): number;
}

/** Stops the music at the wanted moment, softly; a reload does not make it forget. */
export class SleepTimer {
  readonly sleep: Store<Sleep> = createStore<Sleep>(null);
  readonly #parts: SleepParts;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: SleepParts) {
    this.#parts = parts;
    const kept = readSleep(parts.storage);
    if (kept && (kept.kind === "track" || kept.endsAt > parts.now())) this.set(kept);
    else this.set(null);
    parts.player.on((event) => {
      // Who skips wants to hear another song to its end.
      const isOver = event.kind === "left" && event.reason !== "skipped";
      if (isOver && this.sleep.get()?.kind === "track") this.set(null);
    });
  }

  /** Stops the music after so many minutes. */
  readonly inMinutes = (minutes: number): void => {
    this.set({ kind: "at", endsAt: this.#parts.now() + minutes * 60_000 });
  };

  readonly set = (sleep: Sleep): void => {
    const { player, storage } = this.#parts;
    clearTimeout(this.#timer);
    this.sleep.set(sleep);
    player.choose({ stopsAfterTrack: sleep?.kind === "track" });
    player.fade(1);
    try {
      if (sleep) storage.setItem(KEY, JSON.stringify(sleep));
      else storage.removeItem(KEY);
    } catch {
      // Full or forbidden: then only a reload forgets it.
    }
    if (sleep?.kind === "at") this.#wait(sleep.endsAt);
  };

  #wait(endsAt: number): void {
    const { player, now } = this.#parts;
    const left = endsAt - now();
    if (left <= 0) {
      player.pause();
      return this.set(null);
    }
    if (left <= FADE_MS) player.fade(left / FADE_MS);
    this.#timer = setTimeout(() => this.#wait(endsAt), left > FADE_MS ? left - FADE_MS : Math.min(left, FADE_STEP_MS));
  }
}

function readSleep(storage: Storage): Sleep {
  const { kind, endsAt } = readRecord(storage, KEY);
  if (kind === "track") return { kind };
  return kind === "at" && typeof endsAt === "number" ? { kind, endsAt } : null;
}
