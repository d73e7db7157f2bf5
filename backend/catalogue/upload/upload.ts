import type { CommandHandler } from "../../store/log/command.ts";
import { derivedId } from "../../store/log/ids.ts";
import type { Streams } from "../../store/streams.ts";
import { artists } from "../artist/artists.ts";
import { artistHolds, type HeldArtists } from "../artist/hold.ts";
import type { CreatorProfileSet } from "../artist/events.ts";
import { type CreatorState, decideFirstProfile } from "../artist/state.ts";
import type { ReleaseEvent } from "../release/events.ts";
import { releases } from "../release/releases.ts";
import { decideSongAdded, type ReleaseState } from "../release/state.ts";
import type { TrackEvent } from "../track/events.ts";
import { decideUpload, type TrackState, type Upload } from "../track/state.ts";
import { tracks } from "../track/tracks.ts";

/**
 * Makes a track known: idempotent by its id. An artist's first upload also sets the profile with the artist's name. A song
 * of a draft joins it in the same moment, held until the release comes out.
 */
export const uploadTrack: CommandHandler<Upload, Loaded, { uploaded: boolean }> = {
  name: "uploadTrack",
  async load(tx, uploads, scope) {
    const owners = uploads.map((upload) => upload.ownerId);
    const [loadedTracks, loadedArtists, holds, loadedReleases] = await Promise.all([
      tracks.load(tx, scope, uploads.map((upload) => upload.trackId)),
      artists.load(tx, scope, owners),
      artistHolds.load(tx, scope, owners),
      releases.load(tx, scope, uploads.flatMap(({ releaseId }) => releaseId ?? [])),
    ]);
    return { tracks: loadedTracks, artists: loadedArtists, holds, releases: loadedReleases };
  },
  decide({ tracks, artists, holds, releases }, given) {
    // What comes from a hidden artist is hidden with the rest.
    const upload = { ...given, holds: [...given.holds ?? [], ...holds.of(given.ownerId)] };
    const { trackId, ownerId, releaseId } = upload;
    const uploaded = tracks.add(trackId, decideUpload(tracks.of(trackId), upload));
    const profile = uploaded.length > 0 ? artists.add(ownerId, decideFirstProfile(artists.of(ownerId), upload)) : [];
    const isNew = uploaded.length > 0;
    const added = isNew && releaseId !== undefined
      ? releases.add(releaseId, decideSongAdded(releases.of(releaseId), { releaseId, ownerId, trackId }))
      : [];
    return { appends: [...uploaded, ...profile, ...added], result: { uploaded: isNew } };
  },
};

interface Loaded {
  readonly tracks: Streams<string, TrackState, TrackEvent>;
  readonly holds: HeldArtists;
  readonly artists: Streams<string, CreatorState, CreatorProfileSet>;
  readonly releases: Streams<string, ReleaseState, ReleaseEvent>;
}

/** The track id derived from a client's idempotency key. */
export function uploadIdOf(userId: string, key: string): string {
  return derivedId(userId, `upload ${key}`);
}
