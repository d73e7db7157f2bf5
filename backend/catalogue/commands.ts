import type { CommandHandler } from "../store/command.ts";
import {
  decideChange,
  decideFailure,
  decideFirstProfile,
  decideProfile,
  decideProfileChange,
  decideRemoval,
  decideRendition,
  decideUpload,
  type ProfileChange,
  type TrackDetails,
  type Upload,
} from "./decide.ts";
import type { CreatorProfileSet, RenditionMade, TrackFailed } from "./events.ts";
import { type Catalogue, loadCatalogue } from "./streams.ts";

/** Makes a track known: idempotent by its id. An artist's first upload also sets the profile with the artist's name. */
export const uploadTrack: CommandHandler<Upload, Catalogue, { uploaded: boolean }> = {
  name: "uploadTrack",
  load: (tx, uploads) => loadCatalogue(tx, uploads.map((upload) => upload.trackId), uploads.map((one) => one.ownerId)),
  decide(state, upload) {
    const uploaded = state.track(upload.trackId).add(decideUpload(state.track(upload.trackId).state, upload));
    const creator = state.creator(upload.ownerId);
    const profile = uploaded.length > 0 ? creator.add(decideFirstProfile(creator.state, upload)) : [];
    return { appends: [...uploaded, ...profile], result: { uploaded: uploaded.length > 0 } };
  },
};

/** Notes a rendition whose file stands; the 96 kbit/s one publishes the track. Once, however often it is said. */
export const recordRendition: CommandHandler<RenditionMade["data"], Catalogue, { recorded: boolean }> = {
  name: "recordRendition",
  load: (tx, renditions) => loadCatalogue(tx, renditions.map((rendition) => rendition.trackId)),
  decide(state, rendition, { now }) {
    const track = state.track(rendition.trackId);
    const appends = track.add(decideRendition(track.state, rendition, now));
    return { appends, result: { recorded: appends.length > 0 } };
  },
};

/** Tells the creator that the track could not be made playable, and why. */
export const failTrack: CommandHandler<TrackFailed["data"], Catalogue, { failed: boolean }> = {
  name: "failTrack",
  load: (tx, failures) => loadCatalogue(tx, failures.map((failure) => failure.trackId)),
  decide(state, failure) {
    const track = state.track(failure.trackId);
    const appends = track.add(decideFailure(track.state, failure));
    return { appends, result: { failed: appends.length > 0 } };
  },
};

export interface RemoveTrack {
  readonly trackId: string;
  /** Who asks. */
  readonly userId: string;
  readonly isAdmin: boolean;
}

/** Takes a track out of the catalogue: its owner or an admin may. */
export const removeTrack: CommandHandler<RemoveTrack, Catalogue, { removed: boolean }> = {
  name: "removeTrack",
  load: (tx, removals) => loadCatalogue(tx, removals.map((removal) => removal.trackId)),
  decide(state, removal) {
    const track = state.track(removal.trackId);
    const appends = track.add(decideRemoval(track.state, removal));
    return { appends, result: { removed: appends.length > 0 } };
  },
};

export interface ChangeTrack extends RemoveTrack {
  readonly details: Partial<TrackDetails>;
}

/** Changes title, genre, cover, early access or the permission to download: its owner or an admin may. */
export const changeTrack: CommandHandler<ChangeTrack, Catalogue, { changed: boolean }> = {
  name: "changeTrack",
  load: (tx, changes) => loadCatalogue(tx, changes.map((change) => change.trackId)),
  decide(state, change) {
    const track = state.track(change.trackId);
    const appends = track.add(decideChange(track.state, change));
    return { appends, result: { changed: appends.length > 0 } };
  },
};

/** Sets what an artist shows of themselves. */
export const setCreatorProfile: CommandHandler<CreatorProfileSet["data"], Catalogue, { changed: boolean }> = {
  name: "setCreatorProfile",
  load: (tx, profiles) => loadCatalogue(tx, [], profiles.map((profile) => profile.creatorId)),
  decide(state, profile) {
    const creator = state.creator(profile.creatorId);
    const appends = creator.add(decideProfile(creator.state, profile));
    return { appends, result: { changed: appends.length > 0 } };
  },
};

/** Changes a part of what an artist shows; the rest stays, whatever it has become meanwhile. */
export const changeCreatorProfile: CommandHandler<ProfileChange, Catalogue, { changed: boolean }> = {
  name: "changeCreatorProfile",
  load: (tx, changes) => loadCatalogue(tx, [], changes.map((change) => change.creatorId)),
  decide(state, change) {
    const creator = state.creator(change.creatorId);
    const appends = creator.add(decideProfileChange(creator.state, change));
    return { appends, result: { changed: appends.length > 0 } };
  },
};
