import type { GroupScope } from "./log/command.ts";
import type { Append, EventKind, LogName, Recorded } from "./log/event.ts";
import { readStreams, streamVersions } from "./log/read.ts";
import type { Sql, Tx } from "./sql.ts";

/** One kind of stream: where an id's stream is, and what its events add up to. */
interface StreamKind<Id, State, Event extends EventKind> {
  readonly log: LogName | ((id: Id) => LogName);
  stream(id: Id): string;
  readonly initial: State;
  /** `at`: when the event was recorded, epoch ms. What a group has just decided carries the moment of the group. */
  evolve(state: State, event: Event | Recorded<Event>, at: number): State;
  /** The id of an event that a stream can hold only once: then the database refuses a second one, too. */
  eventId?(id: Id, event: Event): string | undefined;
  /** The states from an inline projection, where people can make a stream so long that folding it would be slow. */
  read?(tx: Tx, ids: readonly Id[]): Promise<(id: Id) => State>;
}

/**
 * How commands load state. `load` reads the streams of a group's commands in one query per log. All commands of the
 * group that name a stream share its state, whatever their kind, and each sees what those before it decided:
 *
 *     load: (tx, commands, scope) => tracks.load(tx, scope, commands.map((command) => command.trackId)),
 *     decide: (tracks, command) => ({
 *       appends: tracks.add(command.trackId, decideRemove(tracks.of(command.trackId), command)),
 *       result: undefined,
 *     }),
 */
export function streamsOf<Id, State, Event extends EventKind>(kind: StreamKind<Id, State, Event>) {
  /** A class of its own, so that a group shares one instance for each kind. */
  class OfGroup extends Streams<Id, State, Event> {
    constructor(scope: GroupScope) {
      super(kind, scope.now);
    }
  }
  return {
    async load(tx: Tx, scope: GroupScope, ids: readonly Id[]): Promise<Streams<Id, State, Event>> {
      const streams = scope.share(OfGroup);
      await streams.load(tx, ids);
      return streams;
    },
    /** One stream's state, outside a command. */
    async state(sql: Sql | Tx, id: Id): Promise<State> {
      return (await folded(sql, kind, [id])).get(kind.stream(id))?.state ?? kind.initial;
    },
  };
}

interface Loaded<State> {
  readonly state: State;
  readonly version: number;
}

/** The streams of one kind that a group's commands decide on. */
export class Streams<Id, State, Event extends EventKind> {
  readonly #loaded = new Map<string, Loaded<State>>();
  readonly #decided = new Map<string, Loaded<State>>();

  constructor(readonly kind: StreamKind<Id, State, Event>, readonly now: number) {}

  async load(tx: Tx, ids: readonly Id[]): Promise<void> {
    const missing = new Map(ids.map((id) => [this.kind.stream(id), id]));
    for (const stream of this.#loaded.keys()) missing.delete(stream);
    if (missing.size === 0) return;
    const found = await (this.kind.read ? readStates : folded)(tx, this.kind, [...missing.values()]);
    for (const stream of missing.keys()) {
      this.#loaded.set(stream, found.get(stream) ?? { state: this.kind.initial, version: 0 });
    }
  }

  /** The state, with what this group has decided so far. */
  of(id: Id): State {
    return this.#find(id).state;
  }

  /** How many events the stream has, with those that this group has decided; 0 for one that does not exist. */
  version(id: Id): number {
    return this.#find(id).version;
  }

  /** What this group has decided so far: each changed state, as it was loaded and as it is now. */
  changes(): { before: State; after: State }[] {
    return [...this.#decided].map(([stream, { state: after }]) => {
      return { before: this.#loaded.get(stream)?.state ?? this.kind.initial, after };
    });
  }

  /** Folds the decided events; returns what to append: one append, or none without events. */
  add(id: Id, events: readonly Event[]): Append[] {
    if (events.length === 0) return [];
    const { state, version } = this.#find(id);
    this.#decided.set(this.kind.stream(id), {
      state: events.reduce((before, event) => this.kind.evolve(before, event, this.now), state),
      version: version + events.length,
    });
    const named = events.map((event) => {
      const eventId = this.kind.eventId?.(id, event);
      return eventId === undefined ? event : { ...event, eventId };
    });
    return [{ log: logOf(this.kind, id), stream: this.kind.stream(id), version, events: named }];
  }

  #find(id: Id): Loaded<State> {
    const stream = this.kind.stream(id);
    const found = this.#decided.get(stream) ?? this.#loaded.get(stream);
    if (!found) throw new Error(`${stream} was not loaded`);
    return found;
  }
}

async function folded<Id, State, Event extends EventKind>(
  sql: Sql | Tx,
  kind: StreamKind<Id, State, Event>,
  ids: readonly Id[],
): Promise<Map<string, Loaded<State>>> {
  const found = await inEachLog(kind, ids, (log, streams) => readStreams<Event>(sql, log, streams));
  return new Map(found.map(([stream, events]) => [stream, {
    state: events.reduce((before, event) => kind.evolve(before, event, event.recordedAt), kind.initial),
    version: events.length,
  }]));
}

async function readStates<Id, State, Event extends EventKind>(
  tx: Tx,
  kind: StreamKind<Id, State, Event>,
  ids: readonly Id[],
): Promise<Map<string, Loaded<State>>> {
  const [stateOf, versions] = await Promise.all([
    kind.read?.(tx, ids),
    inEachLog(kind, ids, (log, streams) => streamVersions(tx, log, streams)),
  ]);
  const version = new Map(versions);
  return new Map(ids.map((id) => {
    const stream = kind.stream(id);
    return [stream, { state: stateOf?.(id) ?? kind.initial, version: version.get(stream) ?? 0 }];
  }));
}

/** One query for each log. */
async function inEachLog<Id, Found>(
  kind: Pick<StreamKind<Id, never, never>, "log" | "stream">,
  ids: readonly Id[],
  read: (log: LogName, streams: string[]) => Promise<Map<string, Found>>,
): Promise<[string, Found][]> {
  const logs = Map.groupBy(ids, (id) => logOf(kind, id));
  const found = await Promise.all([...logs].map(([log, own]) => read(log, own.map((id) => kind.stream(id)))));
  return found.flatMap((streams) => [...streams]);
}

function logOf<Id>({ log }: Pick<StreamKind<Id, never, never>, "log">, id: Id): LogName {
  return typeof log === "function" ? log(id) : log;
}
