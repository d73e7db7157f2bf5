import type { Genre } from "../../contract/catalogue.ts";
import type { Hold } from "../../contract/holds.ts";
import { QUALITIES } from "../../contract/listening.ts";
import type { QualityReport } from "../../contract/uploads.ts";
import type { Event } from "../../store/log/event.ts";

export { type Hold, HOLDS } from "../../contract/holds.ts";

/** What a track is made into: three to stream (AAC 48, 96, 160 kbit/s) and one to take home (MP3). */
export const RENDITION_QUALITIES = [...QUALITIES, "download"] as const;

export type RenditionQuality = typeof RENDITION_QUALITIES[number];

/** A picture in all its sizes: `key` is the folder of `<size>.<avif|webp>`, `placeholder` is "#112233 #445566". */
export type StoredPicture = { readonly key: string; readonly placeholder: string };

/** Measured by the service, for bringing every rendition to one loudness. */
export type MeasuredLoudness = { readonly integratedLufs: number; readonly peakDbfs: number };

/** What the sound check of a recording found: for its artist, before it comes out. */
type SoundCheck = Readonly<QualityReport>;

/** A recording and what it is called; its bytes and its waveform are files. */
export type TrackUploaded = Event<"TrackUploaded", {
  readonly trackId: string;
  /** The creator's user id. */
  readonly ownerId: string;
  readonly title: string;
  readonly artist: string;
  readonly album?: string;
  /** Its place on the album, from 1. */
  readonly trackNumber?: number;
  readonly genre: Genre;
  /** Measured by decoding: rewards depend on it. */
  readonly durationMs: number;
  readonly loudness: MeasuredLoudness;
  readonly soundCheck?: SoundCheck;
  readonly sourceKey: string;
  /** A JSON file with 200 values from 0 to 1. */
  readonly peaksKey: string;
  readonly cover?: StoredPicture;
  /** Whether the creator lets listeners keep the MP3. */
  readonly downloadable: boolean;
  /** Epoch ms, for music that came out before it was uploaded. */
  readonly releasedAt?: number;
}>;

export type RenditionMade = Event<"RenditionMade", {
  readonly trackId: string;
  readonly quality: RenditionQuality;
  readonly key: string;
  readonly bytes: number;
  readonly contentType: string;
  /** Measured in the finished file; missing where a retry found the file made. */
  readonly integratedLufs?: number;
}>;

/** Listeners can find and play it: its 96 kbit/s rendition is ready, and nothing holds it. */
export type TrackPublished = Event<
  "TrackPublished",
  { readonly trackId: string; readonly ownerId: string; readonly releasedAt: number }
>;

/** `reason` is written for the creator. */
export type TrackFailed = Event<"TrackFailed", { readonly trackId: string; readonly reason: string }>;

/** Missing fields stay unchanged; an empty album, and the number 0, are none. */
export type TrackChanged = Event<"TrackChanged", {
  readonly trackId: string;
  readonly ownerId: string;
  readonly title?: string;
  readonly artist?: string;
  readonly album?: string;
  /** Its place on the album, from 1. */
  readonly trackNumber?: number;
  readonly genre?: Genre;
  readonly cover?: StoredPicture;
  readonly downloadable?: boolean;
}>;

/** Until then only Premium, the artist and admins hear it; 0 opens it to everyone. Epoch ms. */
export type TrackEarlyAccessSet = Event<
  "TrackEarlyAccessSet",
  { readonly trackId: string; readonly ownerId: string; readonly until: number }
>;

export type TrackRemoved = Event<
  "TrackRemoved",
  { readonly trackId: string; readonly ownerId: string; readonly by: "owner" | "admin" }
>;

/** Another recording of the same song. It takes the first one's place once all its files are ready; until then the first plays. */
export type RecordingOffered = Event<
  "RecordingOffered",
  Recording & { readonly trackId: string; readonly ownerId: string }
>;

/** A recording as the service measured it. */
export type Recording = {
  readonly recordingId: string;
  readonly durationMs: number;
  readonly loudness: MeasuredLoudness;
  readonly soundCheck?: SoundCheck;
  readonly sourceKey: string;
  readonly peaksKey: string;
};

/** A file of the other recording is ready, and still hidden. */
export type ReplacementMade = Event<"ReplacementMade", RenditionMade["data"] & { readonly recordingId: string }>;

/** From now on the song is this recording. Plays, hearts, comments and links stay the song's. */
export type RecordingReplaced = Event<
  "RecordingReplaced",
  Recording & {
    readonly trackId: string;
    readonly ownerId: string;
    readonly renditions: readonly Omit<RenditionMade["data"], "trackId">[];
  }
>;

/** The other recording could not be made playable; the first stays. `reason` is written for the creator. */
export type ReplacementFailed = Event<"ReplacementFailed", {
  readonly trackId: string;
  readonly ownerId: string;
  readonly recordingId: string;
  readonly reason: string;
}>;

/** One reason why a track is hidden. A track may have several, each under its own id. */
export type TrackHold = {
  readonly hold: Hold;
  /** Of the release, match, case or suspension that holds it. */
  readonly holdId: string;
  readonly by: "owner" | "admin" | "system";
};

/** From now on only its artist and admins hear it. */
export type TrackHeld = Event<"TrackHeld", TrackHold & { readonly trackId: string; readonly ownerId: string }>;

/** This reason is gone; the track is back once no other is left. */
export type TrackHoldLifted = Event<
  "TrackHoldLifted",
  TrackHold & { readonly trackId: string; readonly ownerId: string }
>;

export type TrackEvent =
  | TrackUploaded
  | RenditionMade
  | TrackPublished
  | TrackFailed
  | TrackChanged
  | TrackEarlyAccessSet
  | TrackRemoved
  | TrackHeld
  | TrackHoldLifted
  | RecordingOffered
  | ReplacementMade
  | RecordingReplaced
  | ReplacementFailed;

/** The stream of a track, in the log `social`. */
export function trackStream(trackId: string): string {
  return `track/${trackId}`;
}
