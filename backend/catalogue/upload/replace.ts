import type { FileClaim } from "../../adapters/media/types.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Metadata } from "../../store/log/event.ts";
import type { TrackHold } from "../track/events.ts";
import { decideOffer } from "../track/state.ts";
import { tracks } from "../track/tracks.ts";
import { refused, storePeaks, storeSource, type UploadDeps } from "./import_track.ts";
import { askToTidy, LONGEST_UPLOAD_MS } from "./tidy.ts";

const offerRecording = tracks.handler("offerRecording", {
  id: ({ trackId }: Parameters<typeof decideOffer>[1]) => trackId,
  decide: decideOffer,
  result: ({ events }) => ({ offered: events.length > 0 }),
});

/** Another recording of a song, by its artist. */
interface Replacing {
  readonly trackId: string;
  readonly ownerId: string;
  /** The same id is the same recording, however often it is sent. */
  readonly recordingId: string;
  /** Inside the media port's work directory. */
  readonly audioPath: string;
  readonly audioSaid?: FileClaim;
  /** What the checks of an upload found: they hold the song until somebody has looked. */
  readonly holds?: readonly TrackHold[];
}

/**
 * Takes another recording of a song in. The first one plays until all files of the other are made. Throws Refusal
 * `file_refused`, `not_found`, `not_track_owner`.
 */
export async function replaceRecording(deps: UploadDeps, replacing: Replacing, metadata: Metadata): Promise<void> {
  const { trackId, ownerId, recordingId, audioPath, audioSaid, holds = [] } = replacing;
  const track = (await tracks.states(deps.store.sql, [trackId]))(trackId);
  if (track.status === "none" || track.status === "removed") throw new Refusal("not_found", "Track not found");
  if (track.ownerId !== ownerId) throw new Refusal("not_track_owner", "Only the artist can replace this recording");
  // By then the last file of this try is older than any upload takes.
  await askToTidy(deps, { trackId, runAt: deps.now() + 2 * LONGEST_UPLOAD_MS });
  try {
    const facts = await deps.media.inspect(audioPath, audioSaid);
    const { durationMs, loudness } = facts;
    const attempt = { trackId, attemptId: newId(deps.now()), audioPath };
    const recording = {
      ...{ recordingId, durationMs, loudness },
      sourceKey: await storeSource(deps, attempt, facts),
      peaksKey: await storePeaks(deps, attempt, facts),
    };
    const offer = { trackId, ownerId, ...recording, holds };
    await deps.store.execute(offerRecording, offer, { logs: ["social"], metadata });
  } catch (error) {
    throw refused(error);
  }
}
