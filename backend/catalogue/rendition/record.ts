import type { CommandHandler } from "../../store/log/command.ts";
import { type Catalogue, loadCatalogue } from "../streams.ts";
import type { RenditionMade, TrackFailed } from "../track/events.ts";
import { decideFailure, decideRendition } from "../track/state.ts";

/** Records a rendition whose file is ready; the 96 kbit/s one publishes the track. Idempotent. */
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
