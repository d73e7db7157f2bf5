import type { PlayReported } from "../../backend/listening/report/events.ts";
import { rowsOf } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { bigint, int, moment, type RowOf, smallint, table, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { playReported, type Report } from "./plays.ts";

const TRACK_EARNINGS = table("track_earnings", {
  shard: smallint,
  listenerId: uuid,
  trackId: uuid,
  plays: int.check("plays >= 0"),
  creditedMs: bigint.check("credited_ms >= 0"),
  units: bigint.check("units >= 0"),
  lastAt: moment,
}, { key: ["shard", "listenerId", "trackId"], fillfactor: 80 });

/** What each track has earned each listener. One row for both, so that a track's page reads one row. */
export const trackEarnings: Projection<PlayReported> = {
  name: "track_earnings",
  version: 1,
  mode: "async",
  place: "shard",
  logs: ["plays"],
  on: ["PlayReported"],
  tables: TRACK_EARNINGS.ddl,

  async apply(tx, events) {
    await add(tx, events.map(playReported));
  },
};

/** A report says what is new since the one before, so sums stay right whatever a batch holds. */
async function add(tx: Tx, reports: readonly Report[]): Promise<void> {
  const rows = reports.map((report) => ({ ...report, plays: Number(report.report === 1) }));
  await tx`
    insert into track_earnings as known (shard, listener_id, track_id, plays, credited_ms, units, last_at)
    select shard, listener_id, track_id, sum(plays)::int, sum(new_credited_ms)::bigint, sum(new_units)::bigint,
      max(started_at)
    from ${rowsOf(tx, rows, COLUMNS)} as report
    group by shard, listener_id, track_id
    on conflict (shard, listener_id, track_id) do update set
      plays = known.plays + excluded.plays, credited_ms = known.credited_ms + excluded.credited_ms,
      units = known.units + excluded.units, last_at = greatest(known.last_at, excluded.last_at)`;
}

const COLUMNS = {
  smallint: ["shard"],
  uuid: ["listenerId", "trackId"],
  int: ["plays"],
  bigint: ["newCreditedMs", "newUnits"],
  ms: ["startedAt"],
} as const;

/** All reported plays, counted or not; when the newest of them began, epoch ms. */
type Earned = Pick<RowOf<typeof TRACK_EARNINGS>, "plays" | "creditedMs" | "units" | "lastAt">;

/** What a track has earned a listener; undefined where the listener has not heard it. */
export async function earnedWith(
  sql: Sql | Tx,
  { shard, listenerId, trackId }: { shard: number; listenerId: string; trackId: string },
): Promise<Earned | undefined> {
  const [row] = await sql<Earned[]>`
    select plays, credited_ms, units, last_at from track_earnings
    where shard = ${shard} and listener_id = ${listenerId} and track_id = ${trackId}`;
  return row;
}
