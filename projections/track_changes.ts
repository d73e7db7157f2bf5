import type { TrackChanged, TrackEvent } from "../backend/catalogue/track/events.ts";

/** What a batch of events changes of one track. */
interface TrackChange {
  readonly status?: string;
  readonly releasedAt?: number;
  readonly failure?: string;
  readonly details?: Omit<TrackChanged["data"], "trackId" | "ownerId">;
  readonly earlyUntil?: number;
}

/** Of several changes the last word on each fact stands; what came once outlives what comes after it. By track. */
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
