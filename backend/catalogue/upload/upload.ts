import type { CommandHandler } from "../../store/log/command.ts";
import { derivedId } from "../../store/log/ids.ts";
import type { Streams } from "../../store/streams.ts";
import { artists } from "../artist/artists.ts";
import { artistHolds, type HeldArtists } from "../artist/hold.ts";
import type { CreatorProfileSet } from "../artist/events.ts";
import { type CreatorState, decideFirstProfile } from "../artist/state.ts";
import { type Compared, foundFor, loadCompared, printOfSound, type Sound } from "../duplicate/compare.ts";
import { matchIdOf } from "../duplicate/duplicates.ts";
import { holdOf } from "../duplicate/state.ts";
import { decidePrint } from "../fingerprint/state.ts";
import type { ReleaseEvent } from "../release/events.ts";
import { releases } from "../release/releases.ts";
import { decideSongAdded, type ReleaseState } from "../release/state.ts";
import { decideUpload, type Upload } from "../track/state.ts";

/** A recording, and what it sounds like where that is known. */
interface UploadTrack extends Upload {
  readonly sound?: Sound;
}

/**
 * Makes a track known: idempotent by its id. An artist's first upload also sets the profile with the artist's name. A
 * song of a draft joins it in the same moment, held until the release comes out. A recording that Orin has already is
 * held in the same moment: the second under the lock finds the first.
 */
export const uploadTrack: CommandHandler<UploadTrack, Loaded, { uploaded: boolean }> = {
  name: "uploadTrack",
  async load(tx, uploads, scope) {
    const owners = uploads.map((upload) => upload.ownerId);
    const [compared, loadedArtists, holds, loadedReleases] = await Promise.all([
      loadCompared(tx, scope, uploads),
      artists.load(tx, scope, owners),
      artistHolds.load(tx, scope, owners),
      releases.load(tx, scope, uploads.flatMap(({ releaseId }) => releaseId ?? [])),
    ]);
    return { ...compared, artists: loadedArtists, holds, releases: loadedReleases };
  },
  decide(loaded, { sound, ...upload }, { now }) {
    const { tracks, artists, prints, duplicates, holds, releases } = loaded;
    const { trackId, ownerId, releaseId } = upload;
    const found = sound && tracks.of(trackId).status === "none" ? foundFor(loaded, { trackId, ownerId, sound }) : [];
    const held = [
      ...upload.holds ?? [],
      // What comes from a hidden artist is hidden with the rest.
      ...holds.of(ownerId),
      ...found.flatMap(({ data }) => holdOf(data)),
    ];
    const uploaded = tracks.add(trackId, decideUpload(tracks.of(trackId), { ...upload, holds: held }, now));
    if (uploaded.length === 0) return { appends: [], result: { uploaded: false } };
    const printed = sound === undefined
      ? []
      : decidePrint(prints.of(trackId), { trackId, ownerId, ...printOfSound(sound) });
    const added = releaseId === undefined
      ? []
      : releases.add(releaseId, decideSongAdded(releases.of(releaseId), { releaseId, ownerId, trackId }));
    return {
      appends: [
        ...uploaded,
        ...artists.add(ownerId, decideFirstProfile(artists.of(ownerId), upload)),
        ...added,
        ...prints.add(trackId, printed),
        ...duplicates.add(matchIdOf(trackId), found),
      ],
      result: { uploaded: true },
    };
  },
};

interface Loaded extends Compared {
  readonly holds: HeldArtists;
  readonly artists: Streams<string, CreatorState, CreatorProfileSet>;
  readonly releases: Streams<string, ReleaseState, ReleaseEvent>;
}

/** The track id derived from a client's idempotency key. */
export function uploadIdOf(userId: string, key: string): string {
  return derivedId(userId, `upload ${key}`);
}
