import type { TrackChanged, TrackEvent } from "../../backend/catalogue/track/events.ts";

/** The changes of one track in a batch of events. */
interface TrackChange {
  readonly status?: string;
  readonly releasedAt?: number;
  readonly failure?: string;
  readonly details?: Omit<TrackChanged["data"], "trackId" | "ownerId">;
  readonly earlyUntil?: number;
}

/** By track. Of several changes of one fact the last counts; a change of another fact leaves it alone. */
export function foldTrackChanges(events: readonly TrackEvent[]): Map<string, TrackChange> {
  const changes = new Map<string, TrackChange>();
  for (const event of events) {
    const { trackId } = event.data;
    const known = changes.get(trackId);
    const { details, ...change } = changeOf(event);
    changes.set(trackId, { ...known, ...change, details: { ...known?.details, ...details } });
  }
  return changes;
}

function changeOf(event: TrackEvent): TrackChange {
  switch (event.type) {
    case "TrackPublished":
      return { status: "published", releasedAt: event.data.releasedAt };
    case "TrackFailed":
      return { status: "failed", failure: event.data.reason };
    case "TrackRemoved":
      return { status: "removed" };
    case "TrackEarlyAccessSet":
      return { earlyUntil: event.data.until };
    case "TrackChanged":
      return { details: event.data };
    default:
      return {};
  }
}
