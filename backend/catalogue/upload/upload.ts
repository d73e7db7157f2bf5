import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { CommandHandler } from "../../store/log/command.ts";
import type { Metadata } from "../../store/log/event.ts";
import { derivedId } from "../../store/log/ids.ts";
import type { Streams } from "../../store/streams.ts";
import { artists } from "../artist/artists.ts";
import type { CreatorProfileSet } from "../artist/events.ts";
import { type CreatorState, decideFirstProfile } from "../artist/state.ts";
import { isPictureRefusal, mediaRefusal } from "../rendition/make.ts";
import type { TrackEvent, TrackUploaded } from "../track/events.ts";
import { decideUpload, type TrackState, type Upload } from "../track/state.ts";
import { tracks } from "../track/tracks.ts";
import { type ImportTrack, importTrack } from "./import_track.ts";
import { askToTidy } from "./tidy.ts";

/** Makes a track known: idempotent by its id. An artist's first upload also sets the profile with the artist's name. */
export const uploadTrack: CommandHandler<Upload, Loaded, { uploaded: boolean }> = {
  name: "uploadTrack",
  async load(tx, uploads, scope) {
    const [loadedTracks, loadedArtists] = await Promise.all([
      tracks.load(tx, scope, uploads.map((upload) => upload.trackId)),
      artists.load(tx, scope, uploads.map((upload) => upload.ownerId)),
    ]);
    return { tracks: loadedTracks, artists: loadedArtists };
  },
  decide({ tracks, artists }, upload) {
    const { trackId, ownerId } = upload;
    const uploaded = tracks.add(trackId, decideUpload(tracks.of(trackId), upload));
    const profile = uploaded.length > 0 ? artists.add(ownerId, decideFirstProfile(artists.of(ownerId), upload)) : [];
    return { appends: [...uploaded, ...profile], result: { uploaded: uploaded.length > 0 } };
  },
};

interface Loaded {
  readonly tracks: Streams<string, TrackState, TrackEvent>;
  readonly artists: Streams<string, CreatorState, CreatorProfileSet>;
}

/** Longer than any upload takes once its files are here: no event will name an older file. */
export const LONGEST_UPLOAD_MS = 3_600_000;

export type UploadDeps = Pick<Deps, "files" | "media" | "jobs" | "store" | "now">;

/**
 * Takes a creator's recording in and makes it known; its renditions follow in jobs. Throws Refusal `file_refused` with
 * words for the creator. Whatever ends it early, no file stays for long: the job that tidies up is asked for first.
 */
export async function takeUpload(
  deps: UploadDeps,
  upload: ImportTrack,
  metadata: Metadata,
): Promise<TrackUploaded["data"]> {
  // By then the last file of this upload is older than any upload takes.
  await askToTidy(deps, { trackId: upload.trackId, runAt: deps.now() + 2 * LONGEST_UPLOAD_MS });
  try {
    return await importTrack(deps, upload, metadata);
  } catch (error) {
    throw refused(error);
  }
}

/** The track id derived from a client's idempotency key. */
export function uploadIdOf(userId: string, key: string): string {
  return derivedId(userId, `upload ${key}`);
}

export function refused(error: unknown): unknown {
  const reason = mediaRefusal(error);
  if (reason === undefined) return error;
  return new Refusal("file_refused", reason, { field: isPictureRefusal(error) ? "coverImage" : "audioFile" });
}
