import { Refusal } from "../../contract/refusal.ts";
import { trackNotFound, type TrackState } from "../track/state.ts";
import type { LyricsEvent, LyricsRemoved, LyricsSet, LyricsTakenDown } from "./events.ts";

/** Whose lyrics a song has; undefined where it has none. */
export type LyricsState = {
  readonly ownerId: string;
  /** Epoch ms. */
  readonly setAt: number;
} | undefined;

/**
 * The artist gives lyrics to a song of their own; the same ones again change nothing. Refuses with `conflict` where others
 * stand there than the form showed: `was` (epoch ms), 0 for none.
 */
export function decideLyrics(
  known: LyricsState,
  { track, isSame, lyrics, was }: {
    track: TrackState;
    isSame: boolean;
    lyrics: LyricsSet["data"];
    was?: number | undefined;
  },
): LyricsSet[] {
  if (track.status === "none" || track.status === "removed") throw trackNotFound();
  if (track.ownerId !== lyrics.ownerId) {
    throw new Refusal("not_track_owner", "Only the artist can give this song its lyrics");
  }
  if (isSame) return [];
  if (was !== undefined && was !== (known?.setAt ?? 0)) {
    throw new Refusal("conflict", "These lyrics have just changed. Nothing was saved: look again.");
  }
  return [{ type: "LyricsSet", data: lyrics }];
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
export function evolveLyrics(_known: LyricsState, { type, data }: LyricsEvent, setAt: number): LyricsState {
  switch (type) {
    case "LyricsSet":
      return { ownerId: data.ownerId, setAt };
    case "LyricsRemoved":
    case "LyricsTakenDown":
      return undefined;
  }
}
