import type { RenditionMade, ReplacementFailed, ReplacementMade, TrackFailed } from "../track/events.ts";
import { decideFailure, decideRendition, decideReplacementFailed, decideReplacementMade } from "../track/state.ts";
import { tracks } from "../track/tracks.ts";

/** Records a rendition whose file is ready; the 96 kbit/s one publishes the track. Idempotent. */
export const recordRendition = tracks.handler("recordRendition", {
  id: ({ trackId }: RenditionMade["data"]) => trackId,
  decide: (track, rendition, { now }) => decideRendition(track, rendition, now),
  result: ({ events }) => ({ recorded: events.length > 0 }),
});

/** Tells the creator that the track could not be made playable, and why. */
export const failTrack = tracks.handler("failTrack", {
  id: ({ trackId }: TrackFailed["data"]) => trackId,
  decide: decideFailure,
  result: ({ events }) => ({ failed: events.length > 0 }),
});

/** Records a file of another recording; with the last one the recording is replaced. Idempotent. */
export const recordReplacement = tracks.handler("recordReplacement", {
  id: ({ trackId }: ReplacementMade["data"]) => trackId,
  decide: (track, made, { now }) => decideReplacementMade(track, made, now),
  result: ({ events }) => ({ recorded: events.length > 0 }),
});

/** Tells the creator that the other recording could not be made playable, and why; the first one stays. */
export const failReplacement = tracks.handler("failReplacement", {
  id: ({ trackId }: Omit<ReplacementFailed["data"], "ownerId">) => trackId,
  decide: decideReplacementFailed,
  result: ({ events }) => ({ failed: events.length > 0 }),
});
