import type { CommandHandler } from "./command.ts";
import { ExpectedVersionConflict } from "./errors.ts";
import type { LogName, NewEvent } from "./event.ts";
import { knownIds, streamVersions } from "./read.ts";

/** The caller's knowledge of the stream: its exact version, that it has none or some events, or nothing. */
export type ExpectedStreamVersion = number | "no_stream" | "stream_exists" | "any";

interface AppendCommand {
  readonly log: LogName;
  readonly stream: string;
  readonly events: readonly (NewEvent & { readonly eventId: string })[];
  readonly expectedStreamVersion: ExpectedStreamVersion;
}

export type AppendResult = { streamVersion: number; alreadyStored: boolean };

interface AppendState {
  readonly versions: Map<string, number>;
  readonly stored: Set<string>;
}

/**
 * The plain append: checks the expected version and adds the events. The first event's id is its idempotency key: the
 * same append again answers `alreadyStored` and stores nothing.
 */
export const appendHandler: CommandHandler<AppendCommand, AppendState, AppendResult> = {
  name: "appendToStream",

  async load(tx, commands) {
    const byLog = Map.groupBy(commands, (command) => command.log);
    const [stored, versions] = await Promise.all([
      Promise.all([...byLog].map(([log, list]) => {
        const ids = list.flatMap((command) => command.events.map((event) => event.eventId));
        return knownIds(tx, log, ids);
      })),
      Promise.all([...byLog].map(([log, list]) => streamVersions(tx, log, list.map((command) => command.stream)))),
    ]);
    return {
      versions: new Map(versions.flatMap((map) => [...map])),
      stored: new Set(stored.flatMap((ids) => [...ids])),
    };
  },

  decide(state, command) {
    const version = state.versions.get(command.stream) ?? 0;
    const [first] = command.events;
    if (first === undefined) throw new RangeError("Cannot append no events");
    if (state.stored.has(first.eventId)) {
      return { appends: [], result: { streamVersion: version, alreadyStored: true } };
    }
    if (!isExpected(command.expectedStreamVersion, version)) {
      throw new ExpectedVersionConflict(command.stream, command.expectedStreamVersion, version);
    }
    state.versions.set(command.stream, version + command.events.length);
    for (const event of command.events) state.stored.add(event.eventId);
    return {
      appends: [{ log: command.log, stream: command.stream, version, events: command.events }],
      result: { streamVersion: version + command.events.length, alreadyStored: false },
    };
  },
};

function isExpected(expected: ExpectedStreamVersion, version: number): boolean {
  if (expected === "any") return true;
  if (expected === "no_stream") return version === 0;
  if (expected === "stream_exists") return version > 0;
  return version === expected;
}
