import type { Track } from "@contract/catalogue.ts";
import type { Quality } from "@contract/listening.ts";
import { ApiError } from "../api_error.ts";
import { type SavedTrack, type SaveProblem, trackKey } from "./model.ts";

/** The record of a track of which nothing is there yet. */
export function wantedTrack(
  { userId, track, quality, addedAt, place }: {
    userId: string;
    track: Track;
    quality: Quality;
    addedAt: number;
    place: number;
  },
): SavedTrack {
  return {
    ...{ key: trackKey(userId, track._id), userId, trackId: track._id, track, quality, addedAt, place },
    ...{ state: "waiting", bytes: 0, doneBytes: 0, sha256: "", contentType: "", attempts: 0, nextAttemptAt: 0 },
    wantedBy: [],
  };
}

/** One more reason to keep a track. */
export function wantedFor(track: SavedTrack, by: string): SavedTrack {
  const known = track.state === "saved" ? track : again(track);
  return { ...known, wantedBy: [...new Set([...known.wantedBy, by])] };
}

/** It is tried immediately. */
export function again({ problem: _old, ...track }: SavedTrack): SavedTrack {
  return { ...track, state: "waiting", attempts: 0, nextAttemptAt: 0 };
}

/** The browser has thrown the file away: it is to come again. */
export function lost(track: SavedTrack): SavedTrack {
  return { ...again(track), doneBytes: 0 };
}

/** What does not pass by itself. */
export function problemOf(error: unknown): SaveProblem | undefined {
  if (error instanceof Error && error.name === "QuotaExceededError") return "device_full";
  if (!(error instanceof ApiError)) return undefined;
  return error.status === 404 ? "gone" : undefined;
}

/** The log-in or Premium has ended: the licence says which. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}

/** Newest first; what was added together in its order. */
export function byNewest(one: SavedTrack, two: SavedTrack): number {
  return two.addedAt - one.addedAt || one.place - two.place;
}

/** The order in which tracks are loaded. */
export function byOldest(one: SavedTrack, two: SavedTrack): number {
  return one.addedAt - two.addedAt || one.place - two.place;
}
