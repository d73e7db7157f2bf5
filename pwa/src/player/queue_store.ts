import type { Player } from "./player.ts";
import type { Restored } from "./state.ts";
import type { PlayerTrack } from "./types.ts";

const KEY = "orin.queue";
const SAVE_EVERY_SECONDS = 5;
/** So much of a long queue is kept, around the track that plays. */
const MOST_TRACKS = 200;

/**
 * Keeps the queue over a reload: written whenever the player's state changes and every 5 s of play. Storage that is
 * full or forbidden costs the queue, nothing else.
 */
export function keepQueue(player: Player, storage: Storage): void {
  let savedAt = 0;
  const save = () => {
    savedAt = player.position.get();
    saveQueue(player, storage);
  };
  player.state.subscribe(save);
  player.position.subscribe(() => {
    if (Math.abs(player.position.get() - savedAt) >= SAVE_EVERY_SECONDS) save();
  });
}

/** Brings the queue of an earlier visit back, paused where it was. */
export function restoreQueue(player: Player, storage: Storage): void {
  const restored = readQueue(storage);
  if (restored) player.restore(restored);
}

function saveQueue(player: Player, storage: Storage): void {
  const { track, queue, index, volume, repeat, source } = player.state.get();
  try {
    if (!track) return storage.removeItem(KEY);
    const first = Math.max(0, index - MOST_TRACKS / 2);
    const kept = queue.slice(first, first + MOST_TRACKS);
    const position = player.position.get();
    storage.setItem(KEY, JSON.stringify({ queue: kept, index: index - first, position, volume, repeat, source }));
  } catch {
    // Full or forbidden.
  }
}

function readQueue(storage: Storage): Restored | undefined {
  try {
    const value: unknown = JSON.parse(storage.getItem(KEY) ?? "null");
    return isRestored(value) ? value : undefined;
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

function isTrack(value: unknown): value is PlayerTrack {
  if (!isRecord(value) || !Number.isFinite(value.durationSeconds)) return false;
  return [value.id, value.title, value.artist, value.artistId, value.coverImageUrl, value.audioUrl]
    .every((text) => typeof text === "string");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
