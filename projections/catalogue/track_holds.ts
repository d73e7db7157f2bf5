import type { TrackHeld, TrackHoldLifted } from "../../backend/catalogue/track/events.ts";
import { rowsOf } from "../../backend/store/projections/columns.ts";
import { boolean, text, typed, uuid } from "../../backend/store/projections/table.ts";
import type { Tx } from "../../backend/store/sql.ts";

/** Projections that show tracks listen to these, too: what is held is shown to its artist and admins alone. */
export const HOLD_EVENTS = ["TrackHeld", "TrackHoldLifted"] as const;

export type HoldEvent = TrackHeld | TrackHoldLifted;

/** Columns of a table with a row for each track. */
export const HOLD_COLUMNS = {
  holds: typed<string[]>("text[]").default("'{}'"),
  held: boolean.generated("cardinality(holds) > 0"),
};

/** Columns of a table that has a row for each hold: for what may be known of a track later than its holds. */
export const HOLD_ROWS = { trackId: uuid, hold: text };

/** How a hold is written in a row: "moderation/<id>". */
export function nameOfHold({ hold, holdId }: Pick<HoldEvent["data"], "hold" | "holdId">): string {
  return `${hold}/${holdId}`;
}

/**
 * Folds holds into the `HOLD_COLUMNS` of the table, whose column `id` has the tracks; answers the tracks concerned. Of a
 * batch the last word counts.
 */
export async function foldHolds(
  tx: Tx,
  { table, id = "track_id" }: { readonly table: string; readonly id?: string },
  events: readonly { readonly type: string }[],
): Promise<HoldEvent["data"][]> {
  const last = lastHolds(events);
  if (last.length === 0) return [];
  const changes = rowsOf(tx, last, { uuid: ["trackId"], text: ["name"], boolean: ["isHeld"] });
  await tx`
    update ${tx(table)} as known set holds = array(
      select one from unnest(known.holds) as one where one <> all(change.changed)
      union select unnest(change.held) order by 1
    )
    from (
      select track_id, array_agg(name) as changed, coalesce(array_agg(name) filter (where is_held), '{}') as held
      from ${changes} as hold group by track_id
    ) as change
    where known.${tx(id)} = change.track_id`;
  return last;
}

/** Folds holds into a table of `HOLD_ROWS`. */
export async function foldHoldRows(tx: Tx, table: string, events: readonly { readonly type: string }[]): Promise<void> {
  const last = lastHolds(events);
  if (last.length === 0) return;
  const held = last.filter(({ isHeld }) => isHeld);
  const lifted = last.filter(({ isHeld }) => !isHeld);
  await tx`
    insert into ${tx(table)} (track_id, hold)
    select track_id, name from ${rowsOf(tx, held, HOLD)} as hold on conflict do nothing`;
  await tx`
    delete from ${tx(table)} as known using ${rowsOf(tx, lifted, HOLD)} as hold
    where known.track_id = hold.track_id and known.hold = hold.name`;
}

const HOLD = { uuid: ["trackId"], text: ["name"] } as const;

type LastHold = HoldEvent["data"] & { readonly name: string; readonly isHeld: boolean };

function lastHolds(events: readonly { readonly type: string }[]): LastHold[] {
  const last = new Map<string, LastHold>();
  for (const { type, data } of events.filter(isHold)) {
    const name = nameOfHold(data);
    last.set(`${data.trackId} ${name}`, { ...data, name, isHeld: type === "TrackHeld" });
  }
  return [...last.values()];
}

/** Tells holds and their ends from other events. */
export function isHold<Event extends { readonly type: string }>(event: Event): event is Event & HoldEvent {
  return HOLD_EVENTS.some((type) => type === event.type);
}
