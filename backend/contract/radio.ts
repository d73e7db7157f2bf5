import type { Track } from "./catalogue.ts";

/** Why a song is there. Apps leave out what they do not know. */
export type RadioReason = "same_artist" | "same_genre" | "followed_artist" | "heard_this_week";

/** A song of a radio, and why it is there. */
export interface RadioTrack extends Track {
  reason: RadioReason;
}

/**
 * `GET /api/v1/radio?from=track:{id}`, `artist:{id}` or `playlist:{id}`: at most 100 songs, those that the caller has
 * never heard first. The same `seed` gives the same order.
 */
export interface Radio {
  success: boolean;
  tracks: RadioTrack[];
}

export const MOST_RADIO_TRACKS = 100;
