import type { Json } from "./log/canonical.ts";
import { allSettled } from "./log/all_settled.ts";
import type { CommandHandler, DecideContext, GroupScope } from "./log/command.ts";
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

/** What a decision has besides the state and its command. */
interface Context<Id, State, Event extends EventKind, Facts, Beside> extends DecideContext {
  readonly facts: Facts;
  readonly beside: Beside;
  readonly streams: Streams<Id, State, Event>;
}

/**
 * A command to one stream, and what follows elsewhere in the same transaction. Functions, not methods: of the types that
 * they name for a command, the narrowest is the command's.
 */
export interface StreamCommand<Command, Id, State, Event extends EventKind, Facts, Beside, Result> {
  /** As `CommandHandler.refusalsStick`. */
  readonly refusalsStick?: boolean;
  readonly id: (command: Command) => Id;
  /** As `CommandHandler.facts`: what decisions need from elsewhere, read before the lock. */
  readonly facts?: (sql: Sql, commands: readonly Command[], scope: GroupScope) => Promise<Facts>;
  /** What decisions need beside the stream, read under the same lock: other streams, balances, rows. */
  readonly beside?: (tx: Tx, commands: readonly Command[], scope: GroupScope<Facts>) => Promise<Beside>;
  readonly decide: (
    state: State,
    command: Command,
    context: Context<Id, State, Event, Facts, Beside>,
  ) => readonly Event[];
  /**
   * What is appended, in this order: the events, and what follows from them in other streams and in the ledger. Left out:
   * the events alone. The stream has the state of before until its `add`, so what may refuse is asked first.
   */
  readonly appends?: (
    events: readonly Event[],
    command: Command,
    context: Context<Id, State, Event, Facts, Beside>,
  ) => readonly Append[];
  readonly result: (
    decided: Context<Id, State, Event, Facts, Beside> & {
      readonly command: Command;
      readonly events: readonly Event[];
      readonly after: State;
    },
  ) => Result;
}

/**
 * How commands load state. The streams of a group's commands are read in one query per log. All commands of the group
 * that name a stream share its state, whatever their kind, and each sees what those before it decided:
 *
 *     export const removeTrack = tracks.handler("removeTrack", {
 *       id: (removal: RemoveTrack) => removal.trackId,
 *       decide: decideRemoval,
 *       result: ({ events }) => ({ removed: events.length > 0 }),
 *     });
 *
 * A command whose decision is not the events of one stream is a `CommandHandler` of its own, which calls `load` for each
 * kind, and their `of` and `add`.
 */
export function streamsOf<Id, State, Event extends EventKind>(kind: StreamKind<Id, State, Event>) {
  /** A class of its own, so that a group shares one instance for each kind. */
  class OfGroup extends Streams<Id, State, Event> {
    constructor(scope: GroupScope) {
      super(kind, scope.now);
    }
  }

  async function load(tx: Tx, scope: GroupScope, ids: readonly Id[]): Promise<Streams<Id, State, Event>> {
    const streams = scope.share(OfGroup);
    await streams.load(tx, ids);
    return streams;
  }

  function handler<Command, Facts, Beside, Result extends Json | void>(
    name: string,
    command: StreamCommand<Command, Id, State, Event, Facts, Beside, Result>,
  ): CommandHandler<Command, unknown, Result> {
    const { id, facts, beside, refusalsStick } = command;
    type Loaded = Omit<Context<Id, State, Event, Facts, Beside>, keyof DecideContext>;
    const handler: CommandHandler<Command, Loaded, Result, Facts> = {
      name,
      ...(refusalsStick && { refusalsStick }),
      ...(facts && { facts }),
      async load(tx, commands, scope) {
        const [streams, read] = await allSettled([
          load(tx, scope, commands.map(id)),
          beside?.(tx, commands, scope),
        ]);
        // A decision asks only for what its command reads.
        return { streams, facts: (facts && scope.facts) as Facts, beside: read as Beside };
      },
      decide(loaded, asked, { now, newId }) {
        const { streams } = loaded;
        const context = { ...loaded, now, newId };
        const events = command.decide(streams.of(id(asked)), asked, context);
        const appends = command.appends?.(events, asked, context) ?? streams.add(id(asked), events);
        const result = command.result({ ...context, command: asked, events, after: streams.of(id(asked)) });
        return { appends, result };
      },
    };
    return handler;
  }

  /** Outside a command: the states as the streams say them. */
  async function states(sql: Sql | Tx, ids: readonly Id[]): Promise<(id: Id) => State> {
    const found = await folded(sql, kind, ids);
    return (id) => found.get(kind.stream(id))?.state ?? kind.initial;
  }

  return { load, handler, states };
}

interface Loaded<State> {
  readonly state: State;
  readonly version: number;
}

/** The streams of one kind that a group's commands decide on. */
export class Streams<Id, State, Event extends EventKind> {
  readonly #reads = new Map<string, Promise<void>>();
  readonly #loaded = new Map<string, Loaded<State>>();
  readonly #decided = new Map<string, Loaded<State>>();

  constructor(readonly kind: StreamKind<Id, State, Event>, readonly now: number) {}

  /** Reads each stream once, however many commands of a group ask for it at the same time. */
  async load(tx: Tx, ids: readonly Id[]): Promise<void> {
    const asked = new Map(ids.map((id) => [this.kind.stream(id), id]));
    const missing = new Map([...asked].filter(([stream]) => !this.#reads.has(stream)));
    if (missing.size > 0) {
      const read = this.#read(tx, missing);
      for (const stream of missing.keys()) this.#reads.set(stream, read);
    }
    await allSettled([...new Set([...asked.keys()].map((stream) => this.#reads.get(stream)))]);
  }

  async #read(tx: Tx, missing: ReadonlyMap<string, Id>): Promise<void> {
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
