import { derivedId } from "../../store/log/ids.ts";
import { streamsOf } from "../../store/streams.ts";
import { type ReleaseEvent, releaseStream } from "./events.ts";
import { evolveRelease, NO_RELEASE, type ReleaseState } from "./state.ts";

export const releases = streamsOf<string, ReleaseState, ReleaseEvent>({
  log: "social",
  stream: releaseStream,
  initial: NO_RELEASE,
  evolve: evolveRelease,
  eventId(releaseId, event) {
    switch (event.type) {
      case "ReleaseDrafted":
        return derivedId(releaseId, "drafted");
      case "ReleaseSongAdded":
        return derivedId(releaseId, `song ${event.data.trackId}`);
      case "ReleaseSongRemoved":
        return derivedId(releaseId, `no song ${event.data.trackId}`);
      case "ReleaseDiscarded":
        return derivedId(releaseId, "discarded");
      default:
        return undefined;
    }
  },
});
