import type { PlayReported } from "../../backend/listening/report/events.ts";
import { playStream } from "../../backend/listening/report/events.ts";
import type { UncountedEvent } from "../../backend/listening/uncounted_plays/events.ts";
import { eventsOf, type Recorded, shardOfLog } from "../../backend/store/log/event.ts";
import { readStreams } from "../../backend/store/log/read.ts";
import { rowsOf } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { day, ddlOf, int, smallint, table, text, typed, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { addedUp, MOMENTS, type Moments, momentsOf, type Said } from "./retention_curve.ts";
import { playReported, type Report } from "../listening/plays.ts";
import { changesOf } from "../moderation/report_figures.ts";
import { isFiltered } from "./track_days.ts";
import { isUncounted } from "../listening/uncounted_plays.ts";

const TRACK_MOMENTS = table("track_moments", {
  trackId: uuid,
  day,
  plays: int,
  completed: int,
  heard: typed<number[]>("integer[]"),
  leftAt: typed<number[]>("integer[]"),
}, { key: ["trackId", "day"], fillfactor: 70 });

// What was taken out with an uncounted play, to be put back with it.
const REMOVED_MOMENTS = table("removed_moments", {
  shard: smallint,
  playId: uuid,
  said: text,
}, { key: ["shard", "playId"] });

/**
 * Which parts of a track counted plays heard on a Lagos day, and where listeners left: a hundred numbers each, however
 * long the song is and however many listened. Only plays whose device told it are in it.
 */
export const trackMoments: Projection<PlayReported | UncountedEvent> = {
  name: "track_moments",
  version: 1,
  mode: "async",
  place: "social",
  logs: ["plays"],
  on: ["PlayReported", "PlaysUncounted", "PlaysRecounted"],
  tables: ddlOf(TRACK_MOMENTS, REMOVED_MOMENTS),

  async apply(tx, events) {
    // A play is reported before it is uncounted, and both are rare together: runs of one kind keep the order.
    let run: Recorded<PlayReported | UncountedEvent>[] = [];
    for (const event of events) {
      if (!isUncounted(event)) {
        run.push(event);
        continue;
      }
      await addReports(tx, run);
      run = [];
      if (event.type === "PlaysUncounted") await takeOut(tx, event);
      else await putBack(tx, event);
    }
    await addReports(tx, run);
  },
};

/** What of a track's day changes. */
interface Change extends Moments {
  readonly trackId: string;
  readonly day: string;
}

async function addReports(tx: Tx, events: readonly Recorded<PlayReported | UncountedEvent>[]): Promise<void> {
  const reports = eventsOf(events, "PlayReported");
  const isRemoved = await removedAmong(tx, reports);
  const changes = (await changesOf(tx, reports)).filter(({ now }) => !isRemoved.has(now.playId));
  await add(tx, changes.flatMap(({ now, before }) => [...changeOf(now, 1), ...before ? changeOf(before, -1) : []]));
}

/** Plays that count no longer while more of them is reported: what is put back later is the newest. */
async function removedAmong(tx: Tx, reports: readonly Recorded<PlayReported>[]): Promise<Set<string>> {
  const later = new Map(reports.filter(({ data }) => data.report > 1).map((event) => [event.data.playId, event]));
  const rows = [...later.values()].map(playReported).map((report) => {
    const said = saidIn(report);
    return { shard: report.shard, playId: report.playId, said: said && storedAs(said) };
  });
  if (rows.length === 0) return new Set();
  const removed = await tx<{ playId: string }[]>`
    update removed_moments as known set said = coalesce(report.said, known.said)
    from ${rowsOf(tx, rows, { smallint: ["shard"], uuid: ["playId"], text: ["said"] })} as report
    where known.shard = report.shard and known.play_id = report.play_id
    returning known.play_id`;
  return new Set(removed.map((row) => row.playId));
}

function storedAs({ heard, ofSeconds }: Said): string {
  return JSON.stringify({ heard, ofSeconds });
}

/** A report's part of the figures, with a sign: none where the play does not count or tells nothing. */
function changeOf(report: Report, sign: 1 | -1): Change[] {
  const said = saidIn(report);
  return said ? [{ trackId: report.trackId, day: report.day, ...momentsOf(said, sign) }] : [];
}

function saidIn(report: Report): Said | undefined {
  const { heard, ofSeconds } = report;
  return heard && ofSeconds && isFiltered(report) ? { heard, ofSeconds } : undefined;
}

/** Of plays that count no longer, what their last report before that said. */
async function takeOut(tx: Tx, event: Recorded<UncountedEvent>): Promise<void> {
  const plays = event.data.plays.filter((play) => play.plays > 0);
  const streams = await readStreams<PlayReported>(tx, event.log, plays.map(({ playId }) => playStream(playId)));
  const removed = plays.flatMap(({ playId, trackId, day }) => {
    const reports = (streams.get(playStream(playId)) ?? []).filter(({ position }) => position < event.position);
    const last = reports.at(-1);
    const said = last && saidIn(playReported(last));
    return said ? [{ playId, trackId, day, said }] : [];
  });
  const rows = removed.map(({ playId, said }) => (
    { shard: shardOfLog(event.log), playId, said: storedAs(said) }
  ));
  const kept = await tx<{ playId: string }[]>`
    insert into removed_moments ${REMOVED_MOMENTS.values(tx, rows)}
    on conflict do nothing returning play_id`;
  const isKept = new Set(kept.map((row) => row.playId));
  await add(
    tx,
    removed.flatMap(({ playId, trackId, day, said }) => (
      isKept.has(playId) ? [{ trackId, day, ...momentsOf(said, -1) }] : []
    )),
  );
}

async function putBack(tx: Tx, event: Recorded<UncountedEvent>): Promise<void> {
  const plays = event.data.plays.map((play) => ({ ...play, shard: shardOfLog(event.log) }));
  const rows = await tx<{ playId: string; said: string }[]>`
    delete from removed_moments as known
    using ${rowsOf(tx, plays, { smallint: ["shard"], uuid: ["playId"] })} as play
    where known.shard = play.shard and known.play_id = play.play_id
    returning known.play_id, known.said`;
  const said = new Map(rows.map((row) => [row.playId, JSON.parse(row.said) as Said]));
  await add(
    tx,
    plays.flatMap(({ playId, trackId, day }) => {
      const back = said.get(playId);
      return back ? [{ trackId, day, ...momentsOf(back, 1) }] : [];
    }),
  );
}

async function add(tx: Tx, changes: readonly Change[]): Promise<void> {
  const days = [...Map.groupBy(changes, ({ trackId, day }) => `${trackId} ${day}`).values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ trackId: first.trackId, day: first.day, ...addedUp(same) }] : [];
  });
  if (days.length === 0) return;
  const rows = days.map(({ heard, left, ...row }) => ({ ...row, heard: `{${heard}}`, leftAt: `{${left}}` }));
  const columns = { uuid: ["trackId"], date: ["day"], int: ["plays", "completed"], text: ["heard", "leftAt"] } as const;
  await tx`
    insert into track_moments as known
    select track_id, day, plays, completed, heard::integer[], left_at::integer[]
    from ${rowsOf(tx, rows, columns)} as added
    on conflict (track_id, day) do update set plays = known.plays + excluded.plays,
      completed = known.completed + excluded.completed,
      heard = array(select old + new from unnest(known.heard, excluded.heard) with ordinality as t(old, new, nth)
        order by nth),
      left_at = array(select old + new from unnest(known.left_at, excluded.left_at) with ordinality as t(old, new, nth)
        order by nth)`;
  // Whether a batch meets both what came and what took it back must not show.
  await tx`
    delete from track_moments using ${rowsOf(tx, days, { uuid: ["trackId"], date: ["day"] })} as changed
    where track_moments.track_id = changed.track_id and track_moments.day = changed.day and track_moments.plays = 0`;
}

/** The sums of a track from `from` to `to` (Lagos days, both included). */
export async function momentsBetween(
  sql: Sql | Tx,
  { trackId, from, to }: { readonly trackId: string; readonly from: string; readonly to: string },
): Promise<Moments> {
  const rows = await sql<Moments[]>`
    select plays, completed, heard, left_at as left from track_moments
    where track_id = ${trackId} and day between ${from} and ${to}`;
  return rows.length === 0 ? { plays: 0, completed: 0, heard: [...MOMENTS], left: [...MOMENTS] } : addedUp(rows);
}

/** How many plays of each track told what was heard in days of its own, and how many of them heard it all. */
export async function completedBy(
  sql: Sql | Tx,
  spans: readonly { readonly trackId: string; readonly from: string; readonly to: string }[],
): Promise<Map<string, Pick<Moments, "plays" | "completed">>> {
  if (spans.length === 0) return new Map();
  const asked = spans.map(({ trackId, from: first, to: last }) => ({ trackId, first, last }));
  const rows = await sql<{ trackId: string; plays: number; completed: number }[]>`
    select known.track_id, sum(plays)::int as plays, sum(completed)::int as completed
    from ${rowsOf(sql, asked, { uuid: ["trackId"], date: ["first", "last"] })} as asked
    join track_moments as known on known.track_id = asked.track_id and known.day between asked.first and asked.last
    group by known.track_id`;
  return new Map(rows.map(({ trackId, ...counts }) => [trackId, counts]));
}
