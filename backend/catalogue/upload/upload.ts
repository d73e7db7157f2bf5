import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { CommandHandler } from "../../store/log/command.ts";
import type { Metadata } from "../../store/log/event.ts";
import { derivedId } from "../../store/log/ids.ts";
import { decideFirstProfile } from "../artist/state.ts";
import { isPictureRefusal, mediaRefusal } from "../rendition/make.ts";
import { type Catalogue, loadCatalogue } from "../streams.ts";
import type { TrackUploaded } from "../track/events.ts";
import { decideUpload, type Upload } from "../track/state.ts";
import { type ImportTrack, importTrack } from "./import_track.ts";
import { askToTidy } from "./tidy.ts";

/** Makes a track known: idempotent by its id. An artist's first upload also sets the profile with the artist's name. */
export const uploadTrack: CommandHandler<Upload, Catalogue, { uploaded: boolean }> = {
  name: "uploadTrack",
  load: (tx, uploads) => loadCatalogue(tx, uploads.map((upload) => upload.trackId), uploads.map((one) => one.ownerId)),
  decide(state, upload) {
    const uploaded = state.track(upload.trackId).add(decideUpload(state.track(upload.trackId).state, upload));
    const creator = state.creator(upload.ownerId);
    const profile = uploaded.length > 0 ? creator.add(decideFirstProfile(creator.state, upload)) : [];
    return { appends: [...uploaded, ...profile], result: { uploaded: uploaded.length > 0 } };
  },
};

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
