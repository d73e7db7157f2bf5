import type { Append, NewEvent, Recorded } from "../store/log/event.ts";
import { derivedId } from "../store/log/ids.ts";
import { readStreams } from "../store/log/read.ts";
import type { Sql, Tx } from "../store/sql.ts";
import { type CreatorProfileSet, creatorStream } from "./artist/events.ts";
import type { CreatorState } from "./artist/state.ts";
import { type TrackEvent, trackStream } from "./track/events.ts";
import { evolveTrack, NO_TRACK, type TrackState } from "./track/state.ts";

export type CatalogueEvent = TrackEvent | CreatorProfileSet;

/** Reads the streams that a group's commands are about, in one query. */
export async function loadCatalogue(
  tx: Sql | Tx,
  trackIds: readonly string[],
  creatorIds: readonly string[] = [],
): Promise<Catalogue> {
  const streams = [...trackIds.map(trackStream), ...creatorIds.map(creatorStream)];
  const events = await readStreams<CatalogueEvent>(tx, "social", [...new Set(streams)]);
  return {
    track: remembered((trackId) => trackEntity(trackId).replay(events)),
    creator: remembered((creatorId) => creatorEntity(creatorId).replay(events)),
  };
}

/** The tracks and creators that a group's commands are about. */
export interface Catalogue {
  track(trackId: string): Entity<TrackState>;
  creator(creatorId: string): Entity<CreatorState>;
}

interface EntityKind<State> {
  evolve(state: State, event: CatalogueEvent): State;
  /** Of events that can be there only once. */
  eventId(event: CatalogueEvent): string | undefined;
}

/** A stream's state, moved on by every decision so that the next command of the group sees it. */
class Entity<State> {
  version = 0;

  constructor(readonly stream: string, public state: State, readonly kind: EntityKind<State>) {}

  replay(streams: ReadonlyMap<string, readonly Recorded<CatalogueEvent>[]>): this {
    for (const event of streams.get(this.stream) ?? []) {
      this.state = this.kind.evolve(this.state, event);
      this.version = event.streamVersion;
    }
    return this;
  }

  /** The appends for what was decided: none or one. */
  add(events: readonly CatalogueEvent[]): Append[] {
    if (events.length === 0) return [];
    const named = events.map((event): NewEvent => {
      const eventId = this.kind.eventId(event);
      return eventId === undefined ? event : { ...event, eventId };
    });
    const append = { log: "social" as const, stream: this.stream, version: this.version, events: named };
    for (const event of events) this.state = this.kind.evolve(this.state, event);
    this.version += events.length;
    return [append];
  }
}

/** One entity an id: all commands of the group must meet the same. */
function remembered<Value>(make: (id: string) => Value): (id: string) => Value {
  const made = new Map<string, Value>();
  return (id) => {
    const found = made.get(id) ?? make(id);
    made.set(id, found);
    return found;
  };
}

function trackEntity(trackId: string): Entity<TrackState> {
  return new Entity<TrackState>(trackStream(trackId), NO_TRACK, {
    evolve: (state, event) => event.type === "CreatorProfileSet" ? state : evolveTrack(state, event),
    eventId: (event) => onceId(trackId, event),
  });
}

function creatorEntity(creatorId: string): Entity<CreatorState> {
  return new Entity<CreatorState>(creatorStream(creatorId), undefined, {
    evolve: (state, event) => event.type === "CreatorProfileSet" ? event.data : state,
    eventId: () => undefined,
  });
}

/** What can be true only once has an id made from the track's: the database refuses a second one as well. */
function onceId(trackId: string, event: CatalogueEvent): string | undefined {
  switch (event.type) {
    case "TrackUploaded":
      return derivedId(trackId, "uploaded");
    case "RenditionMade":
      return derivedId(trackId, `rendition ${event.data.quality}`);
    case "TrackPublished":
      return derivedId(trackId, "published");
    case "TrackRemoved":
      return derivedId(trackId, "removed");
    case "TrackFailed":
    case "TrackChanged":
    case "TrackEarlyAccessSet":
    case "CreatorProfileSet":
      return undefined;
  }
}
