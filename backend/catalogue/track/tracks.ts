import { derivedId } from "../../store/log/ids.ts";
import { streamsOf } from "../../store/streams.ts";
import { type TrackEvent, trackStream } from "./events.ts";
import { evolveTrack, NO_TRACK, type TrackState } from "./state.ts";

export const tracks = streamsOf<string, TrackState, TrackEvent>({
  log: "social",
  stream: trackStream,
  initial: NO_TRACK,
  evolve: evolveTrack,
  eventId(trackId, event) {
    switch (event.type) {
      case "TrackUploaded":
        return derivedId(trackId, "uploaded");
      case "RenditionMade":
        return derivedId(trackId, `rendition ${event.data.quality}`);
      case "TrackPublished":
        return derivedId(trackId, "published");
      case "TrackRemoved":
        return derivedId(trackId, "removed");
      case "RecordingOffered":
        return derivedId(trackId, `recording ${event.data.recordingId}`);
      case "ReplacementMade":
        return derivedId(trackId, `rendition ${event.data.quality} ${event.data.recordingId}`);
      case "RecordingReplaced":
        return derivedId(trackId, `replaced ${event.data.recordingId}`);
      case "ReplacementFailed":
      case "TrackFailed":
      case "TrackChanged":
      case "TrackEarlyAccessSet":
      case "TrackHeld":
      case "TrackHoldLifted":
        return undefined;
    }
  },
});
