import type { FileClaim } from "../adapters/media/mod.ts";
import type { Deps } from "../deps.ts";
import type { Metadata } from "../store/event.ts";
import { derivedId } from "../store/ids.ts";
import { newId } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import { changeTrack } from "./commands.ts";
import { NO_TRACK, type TrackDetails } from "./decide.ts";
import type { TrackUploaded } from "./events.ts";
import { type ImportTrack, importTrack, storePicture } from "./import_track_commands.ts";
import { isPictureRefusal, mediaRefusal } from "./make_rendition.ts";
import { loadCatalogue } from "./streams.ts";

/** The job that removes the files of a track that did not come to be, or is no more. */
export const TIDY_TRACK = "tidy_track";
/** Longer than any upload takes once its files have come. */
const TIDY_AFTER_MS = 3_600_000;

export type UploadDeps = Pick<Deps, "files" | "media" | "jobs" | "store" | "now">;

/**
 * Takes a creator's recording in and makes it known; its renditions follow in jobs. Throws Refusal `file_refused` with
 * words for the creator. Whatever ends it early, nothing stays: the job that tidies up is asked for first.
 */
export async function takeUpload(
  deps: UploadDeps,
  upload: ImportTrack,
  metadata: Metadata,
): Promise<TrackUploaded["data"]> {
  const { trackId } = upload;
  await askToTidy(deps, { trackId, runAt: deps.now() + TIDY_AFTER_MS });
  try {
    return await importTrack(deps, upload, metadata);
  } catch (error) {
    await tidyTrackFiles(deps, trackId).catch(() => {});
    throw refused(error);
  }
}

/** The track that a client's own key stands for. */
export function uploadIdOf(userId: string, key: string): string {
  return derivedId(userId, `upload ${key}`);
}

export interface TrackEditing {
  readonly trackId: string;
  readonly userId: string;
  readonly isAdmin: boolean;
  readonly details: Omit<Partial<TrackDetails>, "cover">;
  /** A picture in any format that the media port takes. */
  readonly cover?: Uint8Array;
  readonly coverSaid?: FileClaim;
}

/** Changes a track's details, its cover among them. Throws Refusal `file_refused`, `not_track_owner`, `not_found`. */
export async function editTrack(deps: UploadDeps, editing: TrackEditing, metadata: Metadata): Promise<void> {
  const { cover: bytes, coverSaid: said, details, ...who } = editing;
  const execute = (all: Partial<TrackDetails>) =>
    deps.store.execute(changeTrack, { ...who, details: all }, { logs: ["social"], metadata });
  if (!bytes) return void await execute(details);
  // Refuses whoever may not, before their picture is looked at; a refused picture leaves the texts alone, too.
  await execute({});
  try {
    const cover = await storePicture(deps, { folder: "covers", ownerId: who.trackId, bytes, said });
    await execute({ ...details, cover });
  } catch (error) {
    throw refused(error);
  }
}

/** Puts the removal of a track's files on the calendar; harmless where there is nothing to remove. */
export async function askToTidy(
  deps: Pick<Deps, "jobs" | "store">,
  { trackId, runAt }: { trackId: string; runAt: number },
): Promise<void> {
  await deps.jobs.enqueue(deps.store.sql, {
    kind: TIDY_TRACK,
    key: `${trackId} ${newId()}`,
    payload: { trackId },
    runAt,
  });
}

/** Removes all files of a track that is not there (any more); those of any other stay. */
export async function tidyTrackFiles(deps: Pick<Deps, "files" | "store">, trackId: string): Promise<void> {
  const { state } = (await loadCatalogue(deps.store.sql, [trackId])).track(trackId);
  if (state !== NO_TRACK && state.status !== "removed") return;
  for (const prefix of [`sources/${trackId}.`, `tracks/${trackId}/`, `covers/${trackId}/`]) {
    for await (const { key } of deps.files.list(prefix)) await deps.files.delete(key);
  }
}

function refused(error: unknown): unknown {
  const reason = mediaRefusal(error);
  if (reason === undefined) return error;
  return new Refusal("file_refused", reason, { field: isPictureRefusal(error) ? "coverImage" : "audioFile" });
}
