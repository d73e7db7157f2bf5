import type { LogName } from "./event.ts";
import { EVERY_TYPE, type Projection, readsLog } from "../projections/projection.ts";

/** The types of events that were appended, by log: who follows neither the log nor a type has nothing to do. */
export type Moved = ReadonlyMap<LogName, ReadonlySet<string>>;

/** What these events moved. */
export function movedBy(events: readonly { readonly log: LogName; readonly type: string }[]): Moved {
  const moved = new Map<LogName, Set<string>>();
  for (const { log, type } of events) {
    const types = moved.get(log);
    if (types) types.add(type);
    else moved.set(log, new Set([type]));
  }
  return moved;
}

/** Logs that moved by who knows what. */
export function movedLogs(logs: readonly LogName[]): Moved {
  return new Map(logs.map((log) => [log, new Set([EVERY_TYPE])]));
}

/** All that moved in one or the other. */
export function together(one: Moved, other: Moved): Moved {
  const types = (log: LogName) => new Set([...one.get(log) ?? [], ...other.get(log) ?? []]);
  return new Map([...one.keys(), ...other.keys()].map((log) => [log, types(log)]));
}

/** Whether a follower of these logs and types has something to do. */
export function concerns(moved: Moved, { logs, on }: Pick<Projection, "logs" | "on">): boolean {
  return moved.entries().some(([log, types]) =>
    readsLog({ logs }, log) && (types.has(EVERY_TYPE) || on.includes(EVERY_TYPE) || on.some((type) => types.has(type)))
  );
}
