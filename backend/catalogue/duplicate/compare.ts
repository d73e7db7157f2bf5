import type { PrintRow } from "../../../projections/catalogue/prints.ts";
import type { GroupScope } from "../../store/log/command.ts";
import type { Tx } from "../../store/sql.ts";
import type { Streams } from "../../store/streams.ts";
import type { RecordingPrinted } from "../fingerprint/events.ts";
import { type Heard, printedAfter, sameAmong } from "../fingerprint/find.ts";
import { prints } from "../fingerprint/fingerprints.ts";
import type { Printed } from "../fingerprint/state.ts";
import type { TrackEvent } from "../track/events.ts";
import type { TrackState } from "../track/state.ts";
import { tracks } from "../track/tracks.ts";
import { duplicates, matchIdOf } from "./duplicates.ts";
import type { DuplicateEvent, DuplicateFound } from "./events.ts";
import { decideFound, type Duplicate, type KnownTrack, NO_DUPLICATE } from "./state.ts";

/** What a recording sounds like, and what was found before the command that takes it in. */
export interface Sound {
  readonly print: string;
  readonly soundHash?: string | undefined;
  readonly heard: Heard;
  /** Whether the client asks the artist about a recording of their own that Orin has already. */
  readonly asksOwner: boolean;
}

/** What is noted of a sound, beside whose it is. */
export function printOfSound({ print, soundHash }: Sound): { print: string; soundHash?: string } {
  return soundHash === undefined ? { print } : { print, soundHash };
}

interface Sounding {
  readonly trackId: string;
  readonly ownerId: string;
  readonly sound?: Sound;
}

/** What recordings are compared with under the lock. */
export interface Compared {
  readonly tracks: Streams<string, TrackState, TrackEvent>;
  readonly prints: Streams<string, Printed, RecordingPrinted>;
  readonly duplicates: Streams<string, Duplicate, DuplicateEvent>;
  /** What came after the recordings were compared with the catalogue. */
  readonly newest: readonly PrintRow[];
  /** The tracks that are loaded. */
  readonly known: ReadonlySet<string>;
}

/** Loads the tracks of some recordings, and all that they may sound like. */
export async function loadCompared(tx: Tx, scope: GroupScope, recordings: readonly Sounding[]): Promise<Compared> {
  const newest = await newestPrints(tx, recordings);
  const trackIds = recordings.map((recording) => recording.trackId);
  const others = [
    ...newest.map((one) => one.trackId),
    ...recordings.flatMap(({ sound }) => sound?.heard.same.map((one) => one.trackId) ?? []),
  ];
  const known = new Set([...trackIds, ...others]);
  const [loadedTracks, loadedPrints, loadedDuplicates] = await Promise.all([
    tracks.load(tx, scope, [...known]),
    prints.load(tx, scope, trackIds),
    duplicates.load(tx, scope, [...known].map(matchIdOf)),
  ]);
  return { tracks: loadedTracks, prints: loadedPrints, duplicates: loadedDuplicates, newest, known };
}

/** The log is at rest now: what it holds after the comparison is all there is. */
async function newestPrints(tx: Tx, recordings: readonly Sounding[]): Promise<PrintRow[]> {
  const after = Math.min(...recordings.map(({ sound }) => sound?.heard.upTo ?? Infinity));
  return await printedAfter(tx, { after, upTo: Number.MAX_SAFE_INTEGER });
}

/** What a recording is found to be; a song's own other recording is no match. */
export function foundFor(
  { tracks, prints, duplicates, newest, known }: Compared,
  { trackId, ownerId, sound: { heard, asksOwner } }: Sounding & { readonly sound: Sound },
): DuplicateFound[] {
  const ofGroup = prints.changes().flatMap(({ after }) => after ?? []);
  const later = sameAmong(heard, [...newest, ...ofGroup]);
  const same = [...heard.same.filter((one) => !later.some((other) => other.trackId === one.trackId)), ...later];
  const standing = same.filter((one) => one.trackId !== trackId).map((like) => {
    // An older song whose print this very group notes is there, whatever became of it since.
    const isKnown = known.has(like.trackId);
    return {
      like,
      track: isKnown ? knownTrack(tracks.of(like.trackId)) : { status: "published", holds: [] } as const,
      duplicate: isKnown ? duplicates.of(matchIdOf(like.trackId)) : NO_DUPLICATE,
    };
  });
  return decideFound({ matchId: matchIdOf(trackId), trackId, ownerId, asksOwner }, standing);
}

function knownTrack(track: TrackState): KnownTrack {
  return track.status === "none" ? { status: "none", holds: [] } : track;
}
