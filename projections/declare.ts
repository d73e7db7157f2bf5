import type { AccountErased } from "../backend/accounts/account/events.ts";
import type { ClosingEvent } from "./account_closings.ts";
import type { EventKind, Recorded } from "../backend/store/log/event.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import { ddlOf, type Table } from "../backend/store/projections/table.ts";
import type { Tx } from "../backend/store/sql.ts";

interface Declared<Event extends EventKind> extends Omit<Projection, "on" | "tables" | "apply"> {
  readonly tables: readonly TableOfAny[];
  /** One function an event type, or one for runs of some types, in the order of the log. What has none is not read. */
  readonly handlers: Handlers<Event>;
}

/** A table, whatever its columns. */
type TableOfAny = Pick<Table, "ddl" | "erase"> & { readonly about: { readonly erase?: readonly string[] } };

type Handlers<Event extends EventKind> = {
  readonly [Type in Event["type"]]?: Handler<Extract<Event, { readonly type: Type }>>;
};

type OneByOne<Event extends EventKind> = (tx: Tx, event: Recorded<Event>) => Promise<unknown> | undefined;
type Handler<Event extends EventKind> = OneByOne<Event> | Run<Event>;

/** A handler of events that follow each other. */
interface Run<Event extends EventKind> {
  readonly fold: (tx: Tx, events: readonly Recorded<Event>[]) => Promise<unknown>;
}

/**
 * The handlers of types whose events are folded together where they follow each other: what they say is written by set.
 * An erased person goes between two runs.
 */
export function inRuns<const Type extends string, Fold extends (tx: Tx, events: never) => Promise<unknown>>(
  types: readonly Type[],
  fold: Fold,
): Readonly<Record<Type, { readonly fold: Fold }>> {
  const run = { fold };
  return Object.fromEntries(types.map((type) => [type, run])) as Record<Type, { readonly fold: Fold }>;
}

/**
 * A projection that folds one event after the other, or runs of them: what it listens to follows from its handlers.
 * Where a table says whose rows go with an erased person, it listens to that, too. One whose events are many has an
 * `apply` of its own.
 */
export function projection<Event extends EventKind>(
  { tables, handlers, ...facts }: Declared<Event>,
): Projection<Event | ClosingEvent> {
  const erasing = tables.filter(({ about }) => about.erase !== undefined);
  const own = Object.keys(handlers);
  const types = erasing.length > 0 ? new Set([...own, "AccountErased"]) : own;
  const byType = handlers as Partial<Record<string, Handler<Event>>>;
  return {
    ...facts,
    on: [...types] as unknown as Projection<Event | ClosingEvent>["on"],
    tables: ddlOf(...tables),
    async apply(tx, events) {
      for (const { handler, run } of runsOf(events as readonly Recorded<Event>[], byType)) {
        if (typeof handler === "object") await handler.fold(tx, run);
        else for (const event of run) await handler?.(tx, event);
        for (const { data } of (run as readonly EventKind[]).filter(isErasure)) {
          for (const table of erasing) await table.erase(tx, [data.userId]);
        }
      }
    },
  };
}

/** Events that follow each other and have the same handler for runs; every other one alone. */
function* runsOf<Event extends EventKind>(
  events: readonly Recorded<Event>[],
  byType: Partial<Record<string, Handler<Event>>>,
): Generator<{ handler: Handler<Event> | undefined; run: Recorded<Event>[] }> {
  let last: { handler: Handler<Event> | undefined; run: Recorded<Event>[] } | undefined;
  for (const event of events) {
    const handler = byType[event.type];
    const goesOn = typeof handler === "object" && handler === last?.handler && !isErasure(event);
    if (last && goesOn) last.run.push(event);
    else {
      if (last) yield last;
      last = { handler, run: [event] };
    }
  }
  if (last) yield last;
}

function isErasure(event: EventKind): event is AccountErased {
  return event.type === "AccountErased";
}
