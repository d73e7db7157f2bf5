import { Refusal } from "../../contract/refusal.ts";
import type { TrackState } from "../track/state.ts";
import type { LyricsEvent, LyricsRemoved, LyricsSet } from "./events.ts";

/** Whose lyrics a song has; undefined where it has none. */
export type LyricsState = { readonly ownerId: string } | undefined;

/** The artist gives lyrics to a song of their own; the same ones again change nothing. */
export function decideLyrics(
  _known: LyricsState,
  { track, isSame, lyrics }: { track: TrackState; isSame: boolean; lyrics: LyricsSet["data"] },
): LyricsSet[] {
  if (track.status === "none" || track.status === "removed") throw trackNotFound();
  if (track.ownerId !== lyrics.ownerId) {
    throw new Refusal("not_track_owner", "Only the artist can give this song its lyrics");
  }
  return isSame ? [] : [{ type: "LyricsSet", data: lyrics }];
}

/** The artist or an admin takes lyrics away, once. */
export function decideRemoval(
  known: LyricsState,
  { trackId, track, userId, isAdmin }: { trackId: string; track: TrackState; userId: string; isAdmin: boolean },
): LyricsRemoved[] {
  if (track.status === "none") throw trackNotFound();
  const isOwner = track.ownerId === userId;
  if (!isOwner && !isAdmin) {
    throw new Refusal("not_track_owner", "Only the artist or an admin can remove these lyrics");
  }
  if (!known) return [];
  return [{ type: "LyricsRemoved", data: { trackId, ownerId: track.ownerId, by: isOwner ? "owner" : "admin" } }];
}

/** Folds an event into what decisions need to know of lyrics. */
export function evolveLyrics(_known: LyricsState, { type, data }: LyricsEvent): LyricsState {
  switch (type) {
    case "LyricsSet":
      return { ownerId: data.ownerId };
    case "LyricsRemoved":
      return undefined;
  }
}

function trackNotFound(): Refusal {
  return new Refusal("not_found", "Track not found");
}
