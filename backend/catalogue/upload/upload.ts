import type { CommandHandler } from "../../store/log/command.ts";
import { derivedId } from "../../store/log/ids.ts";
import type { Streams } from "../../store/streams.ts";
import { artists } from "../artist/artists.ts";
import { artistHolds, type HeldArtists } from "../artist/hold.ts";
import type { CreatorProfileSet } from "../artist/events.ts";
import { type CreatorState, decideFirstProfile } from "../artist/state.ts";
import type { TrackEvent } from "../track/events.ts";
import { decideUpload, type TrackState, type Upload } from "../track/state.ts";
import { tracks } from "../track/tracks.ts";

/** Makes a track known: idempotent by its id. An artist's first upload also sets the profile with the artist's name. */
export const uploadTrack: CommandHandler<Upload, Loaded, { uploaded: boolean }> = {
  name: "uploadTrack",
  async load(tx, uploads, scope) {
    const [loadedTracks, loadedArtists, holds] = await Promise.all([
      tracks.load(tx, scope, uploads.map((upload) => upload.trackId)),
      artists.load(tx, scope, uploads.map((upload) => upload.ownerId)),
      artistHolds.load(tx, scope, uploads.map((upload) => upload.ownerId)),
    ]);
    return { tracks: loadedTracks, artists: loadedArtists, holds };
  },
  decide({ tracks, artists, holds }, given) {
    // What comes from a hidden artist is hidden with the rest.
    const upload = { ...given, holds: [...given.holds ?? [], ...holds.of(given.ownerId)] };
    const { trackId, ownerId } = upload;
    const uploaded = tracks.add(trackId, decideUpload(tracks.of(trackId), upload));
    const profile = uploaded.length > 0 ? artists.add(ownerId, decideFirstProfile(artists.of(ownerId), upload)) : [];
    return { appends: [...uploaded, ...profile], result: { uploaded: uploaded.length > 0 } };
  },
};

interface Loaded {
  readonly tracks: Streams<string, TrackState, TrackEvent>;
  readonly holds: HeldArtists;
  readonly artists: Streams<string, CreatorState, CreatorProfileSet>;
}

/** The track id derived from a client's idempotency key. */
export function uploadIdOf(userId: string, key: string): string {
  return derivedId(userId, `upload ${key}`);
}
