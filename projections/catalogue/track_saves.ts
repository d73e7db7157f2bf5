import type { PlaylistEvent } from "../../backend/catalogue/playlist/events.ts";
import { lagosDay } from "../../backend/contract/policy.ts";
import type { HeartEvent } from "../../backend/social/heart/events.ts";
import type { Recorded } from "../../backend/store/log/event.ts";
import { rowsOf } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { day, int, table, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";

type SavingEvent =
  | HeartEvent
  | Extract<PlaylistEvent, { type: "PlaylistCreated" | "PlaylistTrackAdded" | "PlaylistTracksAdded" }>;

const TRACK_SAVES = table("track_saves", {
  trackId: uuid,
  day,
  saved: int,
  unsaved: int,
  added: int,
}, { key: ["trackId", "day"], fillfactor: 70 });

/** How often a track was saved, taken out of the liked songs and put on a playlist on a Lagos day: numbers without people. */
export const trackSaves: Projection<SavingEvent> = {
  name: "track_saves",
  version: 1,
  mode: "async",
  place: "social",
  logs: ["social"],
  on: ["HeartGiven", "HeartTaken", "PlaylistCreated", "PlaylistTrackAdded", "PlaylistTracksAdded"],
  tables: TRACK_SAVES.ddl,

  async apply(tx, events) {
    const days = new Map<string, TrackDay>();
    for (const event of events) {
      for (const { trackId, kind } of pressesIn(event)) {
        const day = lagosDay(event.recordedAt);
        const known = days.get(`${trackId} ${day}`) ?? { trackId, day, saved: 0, unsaved: 0, added: 0 };
        known[kind]++;
        days.set(`${trackId} ${day}`, known);
      }
    }
    const columns = { uuid: ["trackId"], date: ["day"], int: ["saved", "unsaved", "added"] } as const;
    await tx`
      insert into track_saves as known
      select track_id, day, saved, unsaved, added from ${rowsOf(tx, [...days.values()], columns)} as pressed
      on conflict (track_id, day) do update set saved = known.saved + excluded.saved,
        unsaved = known.unsaved + excluded.unsaved, added = known.added + excluded.added`;
  },
};

/** How often each was pressed. */
export interface Saves {
  saved: number;
  unsaved: number;
  added: number;
}

interface TrackDay extends Saves {
  readonly trackId: string;
  readonly day: string;
}

function pressesIn(event: Recorded<SavingEvent>): { trackId: string; kind: keyof Saves }[] {
  switch (event.type) {
    case "HeartGiven":
    case "HeartTaken": {
      const { kind, targetId: trackId } = event.data;
      return kind === "track" ? [{ trackId, kind: event.type === "HeartGiven" ? "saved" : "unsaved" }] : [];
    }
    case "PlaylistTrackAdded":
      return [{ trackId: event.data.trackId, kind: "added" }];
    case "PlaylistCreated":
    case "PlaylistTracksAdded":
      return event.data.trackIds.map((trackId) => ({ trackId, kind: "added" }));
    default:
      return event satisfies never;
  }
}

/** The presses of each track from `from` to `to` (Lagos days, both included); tracks without any are missing. */
export async function savesBy(
  sql: Sql | Tx,
  { trackIds, from, to }: { readonly trackIds: readonly string[]; readonly from: string; readonly to: string },
): Promise<Map<string, Readonly<Saves>>> {
  const rows = await sql<(Saves & { trackId: string })[]>`
    select track_id, sum(saved)::int as saved, sum(unsaved)::int as unsaved, sum(added)::int as added
    from track_saves where track_id = any(${[...trackIds]}::uuid[]) and day between ${from} and ${to}
    group by track_id`;
  return new Map(rows.map(({ trackId, ...saves }) => [trackId, saves]));
}
