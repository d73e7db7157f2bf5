import type { Track } from "./catalogue.ts";
import type { Hold } from "./holds.ts";
import type { TrackState } from "./catalogue.ts";

export const TRACK_SORTS = ["uploaded", "title", "artist", "genre", "duration"] as const;
export type TrackSort = typeof TRACK_SORTS[number];

/** A row of `GET /api/v1/admin/tracks`: a track in any state, deleted ones left out. */
export interface AdminTrack extends Track {
  state: TrackState;
  hasLyrics: boolean;
  reason?: string | undefined;
  /** Why only its artist and admins hear it. */
  holds?: Hold[] | undefined;
}
