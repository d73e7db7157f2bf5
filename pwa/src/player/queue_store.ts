import { readJson } from "../lib/stored_json.ts";
import type { Player } from "./player.ts";
import type { Restored } from "./state.ts";
import type { PlayerTrack } from "./types.ts";

const QUEUE_KEY = "orin.queue";
const PLACE_KEY = "orin.place";
const ORDER_KEY = "orin.order";
const SAVE_EVERY_SECONDS = 5;
/** Of a long queue we keep this many tracks around the one that plays. */
const MOST_TRACKS = 200;

/**
 * Keeps the queue over a reload: the place in it whenever the player's state changes, every 5 s of play and at the
 * end of the page, the queue itself, and the order it had before it was mixed, only when it is another. Storage that is full or forbidden costs the queue,
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
  /** The order that is stored. */
  #unshuffled: readonly PlayerTrack[] | null = null;
  /** Another tab has begun to play, so what is stored is that tab's, until this one plays again. */
  #isElsewhere = false;

  constructor(player: Player, storage: Storage) {
    this.#player = player;
    this.#storage = storage;
  }

  save(): void {
    const { track, queue, index, volume, repeat, repeatAll, source, unshuffled } = this.#player.state.get();
    const position = this.savedAt = this.#player.position.get();
    if (this.#leavesItToAnother()) return;
    try {
      if (!track) return this.#forget();
      const isKept = queue === this.#queue && index >= this.#first && index < this.#first + MOST_TRACKS;
      if (!isKept) this.#saveQueue(queue, index);
      if (!isKept || unshuffled !== this.#unshuffled) this.#saveOrder(queue, unshuffled);
      const place = { index: index - this.#first, position, volume, repeat, repeatAll, source };
      this.#storage.setItem(PLACE_KEY, JSON.stringify(place));
    } catch {
      // Full or forbidden.
    }
  }

  #leavesItToAnother(): boolean {
    const { playing, error } = this.#player.state.get();
    if (error?.code === "playing_elsewhere") this.#isElsewhere = true;
    else if (playing && this.#isElsewhere) {
      this.#isElsewhere = false;
      this.#queue = undefined;
    }
    return this.#isElsewhere;
  }

  #saveQueue(queue: readonly PlayerTrack[], index: number): void {
    this.#first = Math.max(0, index - MOST_TRACKS / 2);
    this.#storage.setItem(QUEUE_KEY, JSON.stringify(queue.slice(this.#first, this.#first + MOST_TRACKS)));
    this.#queue = queue;
  }

  /** Of each stored track the place that it had, or null when it came in later. */
  #saveOrder(queue: readonly PlayerTrack[], unshuffled: readonly PlayerTrack[] | null): void {
    if (unshuffled) {
      const places = new Map(unshuffled.map((track, place) => [track, place]));
      const kept = queue.slice(this.#first, this.#first + MOST_TRACKS);
      this.#storage.setItem(ORDER_KEY, JSON.stringify(kept.map((track) => places.get(track) ?? null)));
    } else this.#storage.removeItem(ORDER_KEY);
    this.#unshuffled = unshuffled;
  }

  #forget(): void {
    this.#queue = undefined;
    this.#storage.removeItem(ORDER_KEY);
    this.#storage.removeItem(QUEUE_KEY);
    this.#storage.removeItem(PLACE_KEY);
  }
}

function readQueue(storage: Storage): Restored | undefined {
  const place = readJson(storage, PLACE_KEY);
  const restored: unknown = isRecord(place)
    ? { ...place, repeatAll: place.repeatAll === true, queue: readJson(storage, QUEUE_KEY) }
    : undefined;
  return isRestored(restored) ? { ...restored, unshuffled: readOrder(storage, restored.queue) } : undefined;
}

/** The tracks of a mixed queue as they stood before; null where it is in its order. */
function readOrder(storage: Storage, queue: readonly PlayerTrack[]): readonly PlayerTrack[] | null {
  const order = readJson(storage, ORDER_KEY);
  if (!Array.isArray(order) || order.length !== queue.length) return null;
  const places = new Map<PlayerTrack, number>();
  for (const [index, track] of queue.entries()) {
    const place: unknown = order[index];
    if (typeof place === "number") places.set(track, place);
  }
  return [...places].toSorted(([, one], [, two]) => one - two).map(([track]) => track);
}

function isRestored(value: unknown): value is Omit<Restored, "unshuffled"> {
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
