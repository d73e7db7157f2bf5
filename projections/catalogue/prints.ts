import type { RecordingPrinted } from "../../backend/catalogue/fingerprint/events.ts";
import { indexedItems, printOf } from "../../backend/catalogue/fingerprint/state.ts";
import type { TrackRemoved } from "../../backend/catalogue/track/events.ts";
import type { Recorded } from "../../backend/store/log/event.ts";
import { plainArray, rowsOf } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { bigint, ddlOf, int, smallint, table, text, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { CLOSING_EVENTS, type ClosingEvent, isClosing } from "../account_closings.ts";
import { foldHoldRows, HOLD_EVENTS, HOLD_ROWS, type HoldEvent } from "./track_holds.ts";

type PrintEvent = RecordingPrinted | TrackRemoved | HoldEvent | ClosingEvent;

const PRINTS = table("prints", {
  number: bigint,
  trackId: uuid.unique,
  ownerId: uuid,
  print: text,
  soundHash: text.optional,
}, {
  key: ["number"],
  indexes: {
    prints_of_owner: "(owner_id)",
    prints_of_sound: "(sound_hash)",
  },
});

const PRINT_ITEMS = table("print_items", {
  hash: int,
  number: bigint,
  at: smallint,
}, { key: [], indexes: { print_items_by_hash: "(hash) include (number, at)" } });

const PRINT_HOLDS = table("print_holds", HOLD_ROWS, {
  key: ["trackId", "hold"],
});

/**
 * What recordings sound like, and an index of it: from single items of a fingerprint to the tracks that have them, and
 * where. Not inline: no command waits for hundreds of rows. Decisions read the newest from the log itself.
 */
export const prints: Projection<PrintEvent> = {
  name: "prints",
  version: 2,
  mode: "async",
  place: "social",
  logs: ["social"],
  on: ["RecordingPrinted", "TrackRemoved", ...HOLD_EVENTS, ...CLOSING_EVENTS],
  tables: `${ddlOf(PRINTS, PRINT_ITEMS, PRINT_HOLDS)};
alter table prints alter column print set storage external`,

  async apply(tx, events) {
    await foldHoldRows(tx, "print_holds", events);
    const isKept = await keptAmong(tx, events);
    const added = new Map<string, Recorded<RecordingPrinted>>();
    const [goneTracks, goneOwners] = [new Set<string>(), new Set<string>()];
    for (const event of events) {
      if (isClosing(event)) {
        if (event.type !== "AccountErased") continue;
        const { userId } = event.data;
        goneOwners.add(userId);
        for (const [trackId, { data }] of added) if (data.ownerId === userId) added.delete(trackId);
      } else if (event.type === "RecordingPrinted") {
        goneTracks.add(event.data.trackId);
        added.set(event.data.trackId, event);
      } else if (event.type === "TrackRemoved" && !isKept(event)) {
        goneTracks.add(event.data.trackId);
        added.delete(event.data.trackId);
      }
    }
    await deletePrints(tx, [...goneTracks], [...goneOwners]);
    const rows = [...added.values()];
    for (let at = 0; at < rows.length; at += WRITTEN_AT_ONCE) await add(tx, rows.slice(at, at + WRITTEN_AT_ONCE));
  },
};

const WRITTEN_AT_ONCE = 50;

/** What was taken away by others is recognised when it comes again, also where its artist deletes it then. */
async function keptAmong(
  tx: Tx,
  events: readonly { readonly type: string }[],
): Promise<(removed: TrackRemoved) => boolean> {
  const removed = events.filter((event): event is TrackRemoved => event.type === "TrackRemoved");
  const trackIds = removed.map(({ data }) => data.trackId);
  const rows = trackIds.length === 0 ? [] : await tx<{ trackId: string }[]>`
    select distinct track_id from print_holds
    where track_id = any(${plainArray(trackIds)}::text::uuid[]) and hold not like 'draft/%'`;
  const held = new Set(rows.map((row) => row.trackId));
  return ({ data: { trackId, by } }) => by === "admin" || held.has(trackId);
}

/** Its position in the log is its number: shorter than an id, and the same in every copy. */
async function add(tx: Tx, events: readonly Recorded<RecordingPrinted>[]): Promise<void> {
  const rows = events.map(({ data, position: number }) => ({ ...data, number }));
  await tx`insert into prints ${PRINTS.values(tx, rows)}`;
  await tx`insert into print_items ${PRINT_ITEMS.values(tx, rows.flatMap(itemsOf))}`;
}

const ITEM = { int: ["hash"], bigint: ["number"], smallint: ["at"] } as const;

function itemsOf({ print, number }: { print: string; number: number }) {
  return print === "" ? [] : indexedItems(printOf(print)).map((item) => ({ ...item, number }));
}

/** Which items a print has follows from it: no index leads from a recording to its items. */
async function deletePrints(tx: Tx, trackIds: readonly string[], ownerIds: readonly string[]): Promise<void> {
  const gone = await tx<{ number: number; print: string }[]>`
    delete from prints
    where track_id = any(${plainArray(trackIds)}::text::uuid[]) or owner_id = any(${plainArray(ownerIds)}::text::uuid[])
    returning number, print`;
  const items = gone.flatMap(itemsOf);
  if (items.length === 0) return;
  await tx`
    delete from print_items using ${rowsOf(tx, items, ITEM)} as gone
    where print_items.hash = gone.hash and print_items.number = gone.number`;
}

/** A recording, and what it sounds like. */
export interface PrintRow {
  readonly trackId: string;
  readonly ownerId: string;
  readonly print: string;
  readonly soundHash?: string | undefined;
}

/** An item that is looked for: its place in the recording, and the speed that it was heard at (by its number). */
interface AskedItem {
  readonly hash: number;
  readonly at: number;
  readonly speed: number;
}

/** Items that are in more recordings tell little, and would be most of the work. */
const MOST_OF_ONE = 60;
/** Items that two recordings have at the same distance by chance. */
const FEWEST_ALIKE = 3;
/** Of so many items one distance is made: half a step of speed shifts by that within two minutes. */
const DISTANCE = 16;

/** The recordings that have most of these items, at about the same distance from each other: at most `limit`. */
export async function findPrints(
  sql: Sql | Tx,
  asked: readonly AskedItem[],
  limit: number,
): Promise<PrintRow[]> {
  if (asked.length === 0) return [];
  const rows = await sql<DbRow[]>`
    with alike as materialized (
      select found.number, count(*) as items
      from ${rowsOf(sql, asked, { int: ["hash", "at", "speed"] })} as asked
      cross join lateral (
        select number, at from print_items where hash = asked.hash limit ${MOST_OF_ONE}
      ) as found
      group by found.number, asked.speed, (found.at - asked.at + 65536) / ${DISTANCE}::int
      having count(*) >= ${FEWEST_ALIKE}
    ), best as materialized (
      select number from alike group by number order by max(items) desc, number limit ${limit}
    )
    select track_id, owner_id, print, sound_hash from best join prints using (number)`;
  return rows.map(rowOf);
}

interface DbRow {
  trackId: string;
  ownerId: string;
  print: string;
  soundHash: string | undefined;
}

function rowOf({ trackId, ownerId, print, soundHash }: DbRow): PrintRow {
  return { trackId, ownerId, print, soundHash };
}

/** The recordings whose samples have this hash, the oldest first: at most `limit`. */
export async function findSounds(sql: Sql | Tx, soundHash: string, limit: number): Promise<PrintRow[]> {
  const rows = await sql<DbRow[]>`
    select track_id, owner_id, print, sound_hash from prints
    where sound_hash = ${soundHash} order by number limit ${limit}`;
  return rows.map(rowOf);
}

/** Which of these tracks are known by something; those that were found to have no fingerprint may get a hash. */
export async function printedAmong(sql: Sql | Tx, trackIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ trackId: string }[]>`
    select track_id from prints
    where track_id = any(${plainArray(trackIds)}::text::uuid[]) and (print <> '' or sound_hash is not null)`;
  return new Set(rows.map((row) => row.trackId));
}
