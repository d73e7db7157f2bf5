import type { Track } from "./catalogue.ts";
import type { Hold } from "./holds.ts";

/** Recordings in bytes unless the installation says otherwise; pictures always. */
export const MAX_AUDIO_MB = 200;
export const MAX_PICTURE_BYTES = 10 * 1_048_576;
/** Of a client's own unfinished requests: more wait for these. */
export const MAX_UPLOADS_AT_ONCE = 4;

export type TrackState = "processing" | "ready" | "failed";

/** A track as its owner sees it. `audioUrl` is empty until the first rendition stands. */
export interface OwnTrack extends Track {
  state: TrackState;
  /** Why it failed, in words for the creator. */
  reason?: string | undefined;
  /** Why nobody else hears it; missing where everybody does. */
  holds?: Hold[] | undefined;
  trackNumber?: number | undefined;
  downloadable: boolean;
}

/** `GET /api/v1/my-tracks`, newest first. */
export interface MyTracks {
  success: boolean;
  tracks: OwnTrack[];
}

/** `POST /api/v1/upload`. */
export interface UploadAnswer {
  success: boolean;
  message: string;
  trackId: string;
}
