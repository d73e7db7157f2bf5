import type { FavouriteKind } from "@contract/playlists.ts";
import { readRecord } from "./stored_json.ts";

const KEY = "orin.heart-wish";
/** Longer than a log-in with a mailed code takes; short enough that the next person at this tab gives no heart. */
const LASTS_MS = 30 * 60_000;

/** Remembers in this tab what a visitor gives a heart to, while the visitor logs in. */
export function keepHeartWish(kind: FavouriteKind, id: string): void {
  sessionStorage.setItem(KEY, JSON.stringify({ kind, id, at: Date.now() }));
}

/** Whether a visitor of this tab wanted to give this heart before logging in. True once. */
export function takeHeartWish(kind: FavouriteKind, id: string): boolean {
  const wish = readRecord(globalThis.sessionStorage, KEY);
  if (wish.kind !== kind || wish.id !== id) return false;
  sessionStorage.removeItem(KEY);
  return Date.now() - Number(wish.at) < LASTS_MS;
}
