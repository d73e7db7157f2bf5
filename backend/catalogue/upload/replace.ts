import type { FileClaim } from "../../adapters/media/types.ts";
import { join } from "node:path";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { CommandHandler } from "../../store/log/command.ts";
import type { Append, Metadata } from "../../store/log/event.ts";
import { derivedId } from "../../store/log/ids.ts";
import { type Compared, foundFor, loadCompared, printOfSound, type Sound } from "../duplicate/compare.ts";
import { duplicates } from "../duplicate/duplicates.ts";
import { assertMayMove, decideAnswer } from "../duplicate/state.ts";
import { decidePrint } from "../fingerprint/state.ts";
import { copyOut, workFolder } from "../rendition/make.ts";
import type { TrackHold } from "../track/events.ts";
import { decideOffer, decideRemoval, type TrackState } from "../track/state.ts";
import { tracks } from "../track/tracks.ts";
import {
  recordingOf,
  refused,
  soundCheckOf,
  soundOf,
  storePeaks,
  storeSource,
  type UploadDeps,
} from "./import_track.ts";
import { askToTidy, LONGEST_UPLOAD_MS } from "./tidy.ts";

type Offer = Parameters<typeof decideOffer>[1] & { readonly sound: Sound };

/** Another recording of a song, which must not be another artist's upload: checked once more under the lock. */
const offerRecording: CommandHandler<Offer, Compared, { offered: boolean }> = {
  name: "offerRecording",
  load: (tx, offers, scope) => loadCompared(tx, scope, offers),
  decide(compared, offer) {
    const appends = offerOne(compared, offer);
    return { appends, result: { offered: appends.length > 0 } };
  },
};

function offerOne(compared: Compared, { sound, ...offer }: Offer): Append[] {
  const { tracks, prints } = compared;
  const { trackId, ownerId } = offer;
  const before = tracks.of(trackId);
  const offered = decideOffer(before, offer);
  if (offered.length === 0) return [];
  if (foundFor(compared, { trackId, ownerId, sound }).some(({ data }) => data.asked === "moderator")) {
    throw new Refusal("file_refused", KNOWN, { field: "audioFile" });
  }
  const print = decidePrint(prints.of(trackId), { trackId, ownerId, ...printOfSound(sound) });
  // What keeps a song from everybody is known by its first sound, so that this does not come back under another name.
  return [...tracks.add(trackId, offered), ...prints.add(trackId, isBarred(before) ? [] : print)];
}

/** A new song whose recording the artist has already. */
interface KnownAs {
  readonly matchId: string;
  readonly newTrackId: string;
}

/**
 * The recording of a new song takes the place of the one that sounds the same; the new song goes, all in one moment. It is
 * looked at as any other recording. Repeating it changes nothing.
 */
const offerKnown: CommandHandler<Offer & { readonly known: KnownAs }, Compared, { offered: boolean }> = {
  name: "offerKnownRecording",
  async load(tx, offers, scope) {
    await tracks.load(tx, scope, offers.map(({ known }) => known.newTrackId));
    await duplicates.load(tx, scope, offers.map(({ known }) => known.matchId));
    return await loadCompared(tx, scope, offers);
  },
  decide(compared, { known: { matchId, newTrackId }, ...offer }) {
    const { tracks, duplicates } = compared;
    const { trackId: replaces, ownerId } = offer;
    const answered = decideAnswer(duplicates.of(matchId), { ownerId, answer: "replace", replaces });
    if (answered.length === 0) return { appends: [], result: { offered: false } };
    const fresh = tracks.of(newTrackId);
    if (fresh.status !== "none") assertMayMove(fresh);
    const removed = decideRemoval(fresh, { trackId: newTrackId, userId: ownerId, isAdmin: false });
    const appends = [...duplicates.add(matchId, answered), ...tracks.add(newTrackId, removed)];
    return { appends: [...appends, ...offerOne(compared, offer)], result: { offered: true } };
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
  /** What the checks of an upload found: they hold the song until it was reviewed. */
  readonly holds?: readonly TrackHold[];
  /** The new song that it came as, which goes with it. */
  readonly known?: KnownAs;
}

/**
 * Takes another recording of a song in. The first one plays until all files of the other are made. Throws Refusal
 * `file_refused`, `not_found`, `not_track_owner`.
 */
export async function replaceRecording(deps: UploadDeps, replacing: Replacing, metadata: Metadata): Promise<void> {
  const { trackId, ownerId, recordingId, audioPath, audioSaid, holds = [], known } = replacing;
  const track = (await tracks.states(deps.store.sql, [trackId]))(trackId);
  if (track.status === "none" || track.status === "removed") throw new Refusal("not_found", "Track not found");
  if (track.ownerId !== ownerId) throw new Refusal("not_track_owner", "Only the artist can replace this recording");
  // By then the last file of this try is older than any upload takes.
  await askToTidy(deps, { trackId, runAt: deps.now() + 2 * LONGEST_UPLOAD_MS });
  try {
    const facts = await deps.media.inspect(audioPath, audioSaid);
    const { durationMs, loudness } = facts;
    const sound = await soundOf(deps, facts, { asksOwner: false });
    const attempt = { trackId, attemptId: newId(deps.now()), audioPath };
    const recording = {
      ...{ recordingId, durationMs, loudness, soundCheck: soundCheckOf(facts) },
      sourceKey: await storeSource(deps, attempt, facts),
      peaksKey: await storePeaks(deps, attempt, facts),
    };
    const offer = { trackId, ownerId, ...recording, holds, sound };
    const options = { logs: ["social"] as const, metadata };
    if (known) await deps.store.execute(offerKnown, { ...offer, known }, options);
    else await deps.store.execute(offerRecording, offer, options);
  } catch (error) {
    throw refused(error);
  }
}

/** A question to an artist, and the song whose recording the new one replaces. */
interface ReplaceKnown {
  readonly matchId: string;
  readonly ownerId: string;
  readonly replaces: string;
}

/**
 * Answers "replace" to a question about a recording that the artist has already: the old song keeps its id and all that
 * people did with it, the new song goes without a trace. The same again changes nothing. Throws Refusal `not_found`,
 * `conflict`, `file_refused`.
 */
export async function replaceKnown(
  deps: UploadDeps,
  { matchId, ownerId, replaces }: ReplaceKnown,
  metadata: Metadata,
): Promise<void> {
  const asked = (await duplicates.states(deps.store.sql, [matchId]))(matchId);
  // Answered before: the files of the new song may be gone by now.
  if (decideAnswer(asked, { ownerId, answer: "replace", replaces }).length === 0) return;
  if (asked.state === "none") return;
  const { trackId: newTrackId } = asked.found;
  const [old, recording] = [
    (await tracks.states(deps.store.sql, [replaces]))(replaces),
    await recordingOf(deps, newTrackId),
  ];
  if (old.status === "none" || old.status === "removed" || !recording) throw new Refusal("conflict", GONE);
  await using folder = await workFolder(deps.media);
  const audioPath = join(folder.path, "recording");
  await copyOut(deps.files, { key: recording.sourceKey, path: audioPath });
  const recordingId = derivedId(matchId, `replaces ${replaces}`);
  const known = { matchId, newTrackId };
  await replaceRecording(deps, { trackId: replaces, ownerId, recordingId, audioPath, known }, metadata);
}

const GONE = "The song that it would replace is no longer there: keep the new one, or do not upload it again";
