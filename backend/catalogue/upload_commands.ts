import type { FileClaim } from "../adapters/media/mod.ts";
import type { Deps } from "../deps.ts";
import type { Metadata } from "../store/event.ts";
import { derivedId } from "../store/ids.ts";
import { newId } from "../contract/ids.ts";
import { Refusal } from "../contract/refusal.ts";
import { changeTrack } from "./commands.ts";
import type { TrackDetails } from "./decide.ts";
import { type TrackEvent, trackStream, type TrackUploaded } from "./events.ts";
import { type ImportTrack, importTrack, storePicture } from "./import_track_commands.ts";
import { isPictureRefusal, mediaRefusal } from "./make_rendition.ts";

/** The job that removes the files of a track that is no more, and those of uploads that did not take effect. */
export const TIDY_TRACK = "tidy_track";
/** Longer than any upload takes once its files have come: what is older and was not named by then never will be. */
const LONGEST_UPLOAD_MS = 3_600_000;

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
  // Checks permission before it looks at the picture; a refused picture leaves the texts unchanged, too.
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

/**
 * Removes all files of a track that was taken away. Of any other it removes the recordings, waveforms and covers that
 * no event names, once they are so old that no upload under way can still name them.
 */
export async function tidyTrackFiles(deps: Pick<Deps, "files" | "store" | "now">, trackId: string): Promise<void> {
  const settledBefore = deps.now() - LONGEST_UPLOAD_MS;
  const events = await deps.store.readStream<TrackEvent>("social", trackStream(trackId));
  const isGone = events.some(({ type }) => type === "TrackRemoved");
  const named = events.flatMap(keysNamedIn);
  for (const prefix of [`sources/${trackId}`, `covers/${trackId}/`, `tracks/${trackId}/${isGone ? "" : "peaks"}`]) {
    for await (const { key, modifiedAt } of deps.files.list(prefix)) {
      const isLeft = modifiedAt.getTime() < settledBefore && !named.some((name) => key.startsWith(name));
      if (isGone || isLeft) await deps.files.delete(key);
    }
  }
}

/** Of a cover the folder: addresses of an earlier one are still shown somewhere, so it stays as long as the track. */
function keysNamedIn({ type, data }: TrackEvent): string[] {
  const cover = (type === "TrackUploaded" || type === "TrackChanged") && data.cover ? [`${data.cover.key}/`] : [];
  return type === "TrackUploaded" ? [data.sourceKey, data.peaksKey, ...cover] : cover;
}

function refused(error: unknown): unknown {
  const reason = mediaRefusal(error);
  if (reason === undefined) return error;
  return new Refusal("file_refused", reason, { field: isPictureRefusal(error) ? "coverImage" : "audioFile" });
}
