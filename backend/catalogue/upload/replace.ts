import type { FileClaim } from "../../adapters/media/types.ts";
import { join } from "node:path";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Append, Metadata } from "../../store/log/event.ts";
import { derivedId } from "../../store/log/ids.ts";
import { type Compared, foundFor, loadCompared, printOfSound, type Sound } from "../duplicate/compare.ts";
import { duplicates } from "../duplicate/duplicates.ts";
import { assertMayMove, decideAnswer } from "../duplicate/state.ts";
import { decidePrint } from "../fingerprint/state.ts";
import { copyOut, workFolder } from "../rendition/make.ts";
import type { TrackEvent, TrackHold } from "../track/events.ts";
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
const offerRecording = tracks.handler("offerRecording", {
  id: ({ trackId }: Offer) => trackId,
  beside: (tx, offers, scope) => loadCompared(tx, scope, offers),
  decide: (_track, offer, { beside }) => decideOne(beside, offer),
  appends: (offered, offer, { beside }) => offerAppends(beside, offer, offered),
  result: ({ events }) => ({ offered: events.length > 0 }),
});

function decideOne(compared: Compared, { sound, ...offer }: Offer): TrackEvent[] {
  const { trackId, ownerId } = offer;
  const offered = decideOffer(compared.tracks.of(trackId), offer);
  const found = offered.length === 0 ? [] : foundFor(compared, { trackId, ownerId, sound });
  if (!found.some(({ data }) => data.asked === "moderator")) return offered;
  throw new Refusal("file_refused", KNOWN, { field: "audioFile" });
}

function offerAppends({ tracks, prints }: Compared, offer: Offer, offered: readonly TrackEvent[]): Append[] {
  if (offered.length === 0) return [];
  const { trackId, ownerId, sound } = offer;
  // What keeps a song from everybody is known by its first sound, so that this does not come back under another name.
  const print = isBarred(tracks.of(trackId))
    ? []
    : decidePrint(prints.of(trackId), { trackId, ownerId, ...printOfSound(sound) });
  return [...tracks.add(trackId, offered), ...prints.add(trackId, print)];
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
const offerKnown = duplicates.handler("offerKnownRecording", {
  id: ({ known: { matchId } }: Offer & { readonly known: KnownAs }) => matchId,
  async beside(tx, offers, scope) {
    await tracks.load(tx, scope, offers.map(({ known }) => known.newTrackId));
    return await loadCompared(tx, scope, offers);
  },
  decide: (found, { trackId: replaces, ownerId }) => decideAnswer(found, { ownerId, answer: "replace", replaces }),
  appends(answered, { known: { matchId, newTrackId }, ...offer }, { beside: compared }) {
    if (answered.length === 0) return [];
    const { tracks, duplicates } = compared;
    const fresh = tracks.of(newTrackId);
    if (fresh.status !== "none") assertMayMove(fresh);
    const removed = decideRemoval(fresh, { trackId: newTrackId, userId: offer.ownerId, isAdmin: false });
    return [
      ...duplicates.add(matchId, answered),
      ...tracks.add(newTrackId, removed),
      ...offerAppends(compared, offer, decideOne(compared, offer)),
    ];
  },
  result: ({ events }) => ({ offered: events.length > 0 }),
});

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
