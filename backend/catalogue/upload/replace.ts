import type { FileClaim } from "../../adapters/media/types.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { CommandHandler } from "../../store/log/command.ts";
import type { Metadata } from "../../store/log/event.ts";
import { type Compared, foundFor, loadCompared, type Sound } from "../duplicate/compare.ts";
import { hear } from "../print/find.ts";
import { decidePrint } from "../print/state.ts";
import type { TrackHold } from "../track/events.ts";
import { decideOffer, type TrackState } from "../track/state.ts";
import { tracks } from "../track/tracks.ts";
import { refused, storePeaks, storeSource, type UploadDeps } from "./import_track.ts";
import { askToTidy, LONGEST_UPLOAD_MS } from "./tidy.ts";

type Offer = Parameters<typeof decideOffer>[1] & { readonly sound: Sound };

/** Another recording of a song, which must not be what somebody else has uploaded: looked at once more under the lock. */
const offerRecording: CommandHandler<Offer, Compared, { offered: boolean }> = {
  name: "offerRecording",
  load: (tx, offers, scope) => loadCompared(tx, scope, offers),
  decide(compared, { sound, ...offer }) {
    const { tracks, prints } = compared;
    const { trackId, ownerId } = offer;
    const before = tracks.of(trackId);
    const offered = decideOffer(before, offer);
    if (offered.length === 0) return { appends: [], result: { offered: false } };
    if (foundFor(compared, { trackId, ownerId, sound }).some(({ data }) => data.asked === "moderator")) {
      throw new Refusal("file_refused", KNOWN, { field: "audioFile" });
    }
    const print = decidePrint(prints.of(trackId), { trackId, ownerId, print: sound.print });
    return {
      // What keeps a song from everybody is known by its first sound, so that this does not come back under another name.
      appends: [...tracks.add(trackId, offered), ...prints.add(trackId, isBarred(before) ? [] : print)],
      result: { offered: true },
    };
  },
};

function isBarred(track: TrackState): boolean {
  return track.status !== "none" && track.holds.some(({ hold }) => hold !== "draft");
}

const KNOWN = "Orin has this recording from someone else, or a moderator has held it before. If it is yours, please " +
  "upload it as a new song: a moderator looks at it";

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
    const sound = { print: facts.prints[0] ?? "", heard: await hear(deps, facts.prints), asksOwner: false };
    const attempt = { trackId, attemptId: newId(deps.now()), audioPath };
    const recording = {
      ...{ recordingId, durationMs, loudness },
      sourceKey: await storeSource(deps, attempt, facts),
      peaksKey: await storePeaks(deps, attempt, facts),
    };
    const offer = { trackId, ownerId, ...recording, holds, sound };
    await deps.store.execute(offerRecording, offer, { logs: ["social"], metadata });
  } catch (error) {
    throw refused(error);
  }
}
