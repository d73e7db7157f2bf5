import type { Player } from "./player.ts";
import type { Restored } from "./state.ts";
import type { PlayerTrack } from "./types.ts";

const QUEUE_KEY = "orin.queue";
const PLACE_KEY = "orin.place";
const SAVE_EVERY_SECONDS = 5;
/** So much of a long queue is kept, around the track that plays. */
const MOST_TRACKS = 200;

/**
 * Keeps the queue over a reload: the place in it whenever the player's state changes, every 5 s of play and at the
 * end of the page, the queue itself only when it is another. Storage that is full or forbidden costs the queue,
 * nothing else.
 */
export function keepQueue(player: Player, storage: Storage, onPageEnd: (callback: () => void) => void): void {
  const keeper = new QueueKeeper(player, storage);
  onPageEnd(() => keeper.save());
  player.state.subscribe(() => keeper.save());
  player.position.subscribe(() => {
    if (Math.abs(player.position.get() - keeper.savedAt) >= SAVE_EVERY_SECONDS) keeper.save();
  });
}

/** Brings the queue of an earlier visit back, paused where it was. */
export function restoreQueue(player: Player, storage: Storage): void {
  const restored = readQueue(storage);
  if (restored) player.restore(restored);
}

class QueueKeeper {
  savedAt = 0;
  readonly #player: Player;
  readonly #storage: Storage;
  /** The queue that is stored, and from which track on. */
  #queue: readonly PlayerTrack[] | undefined;
  #first = 0;

  constructor(player: Player, storage: Storage) {
    this.#player = player;
    this.#storage = storage;
  }

  save(): void {
    const { track, queue, index, volume, repeat, source } = this.#player.state.get();
    const position = this.savedAt = this.#player.position.get();
    try {
      if (!track) return this.#forget();
      const isKept = queue === this.#queue && index >= this.#first && index < this.#first + MOST_TRACKS;
      if (!isKept) this.#saveQueue(queue, index);
      const place = { index: index - this.#first, position, volume, repeat, source };
      this.#storage.setItem(PLACE_KEY, JSON.stringify(place));
    } catch {
      // Full or forbidden.
    }
  }

  #saveQueue(queue: readonly PlayerTrack[], index: number): void {
    this.#first = Math.max(0, index - MOST_TRACKS / 2);
    this.#storage.setItem(QUEUE_KEY, JSON.stringify(queue.slice(this.#first, this.#first + MOST_TRACKS)));
    this.#queue = queue;
  }

  #forget(): void {
    this.#queue = undefined;
    this.#storage.removeItem(QUEUE_KEY);
    this.#storage.removeItem(PLACE_KEY);
  }
}

function readQueue(storage: Storage): Restored | undefined {
  try {
    const queue: unknown = JSON.parse(storage.getItem(QUEUE_KEY) ?? "null");
    const place: unknown = JSON.parse(storage.getItem(PLACE_KEY) ?? "null");
    const restored: unknown = isRecord(place) ? { ...place, queue } : undefined;
    return isRestored(restored) ? restored : undefined;
  } catch {
    return undefined;
  }
}

function isRestored(value: unknown): value is Restored {
  if (!isRecord(value) || !Array.isArray(value.queue) || !value.queue.every(isTrack)) return false;
  const numbers = [value.index, value.position, value.volume];
  return numbers.every((number) => Number.isFinite(number)) && typeof value.repeat === "boolean" &&
    typeof value.source === "string";
}

/** What cannot be missing: the rest is only shown. */
function isTrack(value: unknown): value is PlayerTrack {
  return isRecord(value) && typeof value.id === "string" && Number.isFinite(value.durationSeconds);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
