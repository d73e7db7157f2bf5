import { Refusal } from "../../contract/refusal.ts";
import type { TrackState } from "../track/state.ts";
import type { LyricsEvent, LyricsRemoved, LyricsSet, LyricsTakenDown } from "./events.ts";

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

/** The artist takes lyrics away, once. */
export function decideRemoval(
  known: LyricsState,
  { trackId, track, userId }: { trackId: string; track: TrackState; userId: string },
): LyricsRemoved[] {
  if (track.status === "none") throw trackNotFound();
  if (track.ownerId !== userId) throw new Refusal("not_track_owner", "Only the artist can remove these lyrics");
  return known ? [{ type: "LyricsRemoved", data: { trackId, ownerId: track.ownerId, by: "owner" } }] : [];
}

/** An admin takes lyrics away and says why, once. `takenDown` was sealed for the owner of before: it has to be the same. */
export function decideTakeDown(
  known: LyricsState,
  { track, takenDown }: { track: TrackState; takenDown: LyricsTakenDown["data"] },
): LyricsTakenDown[] {
  if (track.status === "none") throw trackNotFound();
  return known?.ownerId === takenDown.ownerId ? [{ type: "LyricsTakenDown", data: takenDown }] : [];
}

/** Folds an event into what decisions need to know of lyrics. */
export function evolveLyrics(_known: LyricsState, { type, data }: LyricsEvent): LyricsState {
  switch (type) {
    case "LyricsSet":
      return { ownerId: data.ownerId };
    case "LyricsRemoved":
    case "LyricsTakenDown":
      return undefined;
  }
}

function trackNotFound(): Refusal {
  return new Refusal("not_found", "Track not found");
}
