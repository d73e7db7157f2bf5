import type { Track } from "@contract/catalogue.ts";
import type { Lyrics } from "@contract/lyrics.ts";
import type { Quality } from "@contract/listening.ts";

/** A track that is on this device, or on its way. */
export interface SavedTrack {
  /** "user/track": whose it is comes first. */
  key: string;
  userId: string;
  trackId: string;
  track: Track;
  /** Its lyrics, null where it has none; absent until they were asked for. */
  lyrics?: Lyrics | null;
  quality: Quality;
  /** Only `saved` is whole and checked; `failed` waits for the listener. */
  state: "waiting" | "saved" | "failed";
  problem?: SaveProblem;
  /** Of the whole file; 0 while unknown. */
  bytes: number;
  doneBytes: number;
  sha256: string;
  contentType: string;
  addedAt: number;
  /** Among those that were added together. */
  place: number;
  attempts: number;
  /** Epoch ms on the device's clock. */
  nextAttemptAt: number;
  /** What wants it here: keys of collections, or `track` for itself. */
  wantedBy: string[];
}

export type SaveProblem = "device_full" | "gone";

/** An album or playlist that was saved as a whole. */
export interface SavedCollection {
  /** "user/kind/id". */
  key: string;
  userId: string;
  kind: "album" | "playlist";
  id: string;
  title: string;
  coverImageUrl: string;
  trackIds: string[];
  addedAt: number;
}

/** What a collection is saved from. */
export interface WantedCollection {
  kind: SavedCollection["kind"];
  id: string;
  title: string;
  coverImageUrl: string;
  tracks: readonly Track[];
}

/** A stretch of a file that is not whole yet. */
export interface Piece {
  key: string;
  index: number;
  body: ArrayBuffer;
}

/** Where the worker answers with the saved file. */
export function savedPath({ key, quality }: Pick<SavedTrack, "key" | "quality">): string {
  return `/saved/audio/${key}/${quality}`;
}

/** A saved track belongs to one person: who else uses the device does not see it. */
export function trackKey(userId: string, trackId: string): string {
  return `${userId}/${trackId}`;
}

const BYTES_PER_SECOND: Readonly<Record<Quality, number>> = { saver: 6_100, normal: 12_200, high: 20_300 };

/** About how many bytes tracks take. */
export function estimatedBytes(tracks: readonly Pick<Track, "durationSeconds">[], quality: Quality): number {
  return tracks.reduce((sum, { durationSeconds }) => sum + durationSeconds * BYTES_PER_SECOND[quality], 0);
}
