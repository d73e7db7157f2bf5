import type { AccountErased } from "../backend/accounts/account/events.ts";
import type { ClosingEvent } from "./account_closings.ts";
import type { EventKind, Recorded } from "../backend/store/log/event.ts";
import type { Projection } from "../backend/store/projections/projection.ts";
import { ddlOf, type Table } from "../backend/store/projections/table.ts";
import type { Tx } from "../backend/store/sql.ts";

interface Declared<Event extends EventKind> extends Omit<Projection, "on" | "tables" | "apply"> {
  readonly tables: readonly TableOfAny[];
  /** One function an event type, in the order of the log. What has none is not read. */
  readonly handlers: Handlers<Event>;
}

/** A table, whatever its columns. */
type TableOfAny = Pick<Table, "ddl" | "erase"> & { readonly about: { readonly erase?: readonly string[] } };

type Handlers<Event extends EventKind> = {
  readonly [Type in Event["type"]]?: (
    tx: Tx,
    event: Recorded<Extract<Event, { readonly type: Type }>>,
  ) => Promise<unknown> | undefined;
};

/**
 * A projection that folds one event after the other: what it listens to follows from its handlers. Where a table says
 * whose rows go with an erased person, it listens to that, too. One whose events are many has an `apply` of its own.
 */
export function projection<Event extends EventKind>(
  { tables, handlers, ...facts }: Declared<Event>,
): Projection<Event | ClosingEvent> {
  const erasing = tables.filter(({ about }) => about.erase !== undefined);
  const own = Object.keys(handlers);
  const types = erasing.length > 0 ? new Set([...own, "AccountErased"]) : own;
  const byType = handlers as Partial<Record<string, (tx: Tx, event: Recorded<Event>) => Promise<unknown> | undefined>>;
  return {
    ...facts,
    on: [...types] as unknown as Projection<Event | ClosingEvent>["on"],
    tables: ddlOf(...tables),
    async apply(tx, events) {
      for (const event of events) {
        await byType[event.type]?.(tx, event as Recorded<Event>);
        if (!isErasure(event)) continue;
        for (const table of erasing) await table.erase(tx, [event.data.userId]);
      }
    },
  };
}

function isErasure(event: EventKind): event is AccountErased {
  return event.type === "AccountErased";
}
