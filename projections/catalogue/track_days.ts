import { type PlayReported, playStream } from "../../backend/listening/report/events.ts";
import type { UncountedEvent } from "../../backend/listening/uncounted_plays/events.ts";
import { eventsOf, type LogName, type Recorded } from "../../backend/store/log/event.ts";
import { anyOf, rowsOf } from "../../backend/store/projections/columns.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { readStreams } from "../../backend/store/log/read.ts";
import { bigint, day, int, table, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";
import { withOwners } from "./tracks.ts";
import { playReported, type Report } from "../listening/plays.ts";
import { changesOfUncounted, isUncounted } from "../listening/uncounted_plays.ts";

const TRACK_DAYS = table("track_days", {
  trackId: uuid,
  day,
  grossPlays: int.check("gross_plays >= 0"),
  filteredPlays: int.check("filtered_plays between 0 and gross_plays"),
  grossMs: bigint.check("gross_ms >= 0"),
  filteredMs: bigint.check("filtered_ms between 0 and gross_ms"),
}, { key: ["trackId", "day"], fillfactor: 70, indexes: { track_days_by_day: "(day, track_id)" } });

/**
 * Plays and listening time of each track on each Lagos day. Gross is reported time, filtered is credited time: without
 * overlaps, capped time, artists' own plays and plays whose rewards were voided.
 */
export const trackDays: Projection<PlayReported | UncountedEvent> = {
  name: "track_days",
  version: 2,
  mode: "async",
  place: "social",
  logs: ["plays"],
  on: ["PlayReported", "PlaysUncounted", "PlaysRecounted"],
  tables: TRACK_DAYS.ddl,

  async apply(tx, events) {
    const reports = eventsOf(events, "PlayReported");
    const earlier = await earlierReports(tx, reports);
    const days = new Map<string, Heard & { trackId: string; day: string }>();
    const dayOf = ({ trackId, day }: { readonly trackId: string; readonly day: string }) => {
      const key = `${trackId} ${day}`;
      const known = days.get(key) ?? { ...NOTHING, trackId, day };
      days.set(key, known);
      return known;
    };
    for (const { data } of reports) addReport(dayOf(data), data, beforeOf(earlier, data));
    for (const change of changesOfUncounted(events.filter(isUncounted))) {
      const known = dayOf(change);
      known.filteredPlays += change.plays;
      known.filteredMs += change.ms;
    }
    await add(tx, [...days.values()]);
  },
};

export interface Heard {
  grossPlays: number;
  filteredPlays: number;
  grossMs: number;
  filteredMs: number;
}

const NOTHING: Readonly<Heard> = { grossPlays: 0, filteredPlays: 0, grossMs: 0, filteredMs: 0 };

/** A report holds its play's totals, so the difference to the report before is new. */
function addReport(known: Heard, report: Said, before: Said | undefined): void {
  known.grossPlays += Number(report.newlyCounted);
  known.filteredPlays += Number(isFiltered(report)) - Number(before !== undefined && isFiltered(before));
  known.grossMs += report.listenedMs - (before?.listenedMs ?? 0);
  known.filteredMs += report.newCreditedMs;
}

type Said = PlayReported["data"];

/** A counted play stays in the filtered figures with 30 s or half of its listening credited. */
export function isFiltered({ counted, creditedMs, listenedMs }: Said): boolean {
  return counted && creditedMs > 0 && creditedMs >= Math.min(30_000, listenedMs / 2);
}

/** The reports before those that are not the first of their play, by "play report". Most plays have one report. */
export async function earlierReports(tx: Tx, events: readonly Recorded<PlayReported>[]): Promise<Map<string, Report>> {
  const later = events.filter((event) => event.data.report > 1);
  const found = new Map<string, Report>();
  for (const [log, list] of Map.groupBy<LogName, Recorded<PlayReported>>(later, (event) => event.log)) {
    const streams = [...new Set(list.map((event) => playStream(event.data.playId)))];
    for (const reports of (await readStreams<PlayReported>(tx, log, streams)).values()) {
      for (const report of reports.map(playReported)) found.set(`${report.playId} ${report.report}`, report);
    }
  }
  return found;
}

/** The report before this one of its play. */
export function beforeOf(earlier: ReadonlyMap<string, Report>, { playId, report }: Said): Report | undefined {
  return report > 1 ? earlier.get(`${playId} ${report - 1}`) : undefined;
}

async function add(tx: Tx, rows: readonly (Heard & { trackId: string; day: string })[]): Promise<void> {
  const heard = rowsOf(tx, rows, {
    uuid: ["trackId"],
    date: ["day"],
    int: ["grossPlays", "filteredPlays"],
    bigint: ["grossMs", "filteredMs"],
  });
  // A check also looks at the row that an upsert proposes, so new days start at zero in a statement of their own.
  await tx`
    insert into track_days (track_id, day, gross_plays, filtered_plays, gross_ms, filtered_ms)
    select track_id, day, 0, 0, 0, 0
    from ${rowsOf(tx, rows, { uuid: ["trackId"], date: ["day"] })} as heard
    on conflict do nothing`;
  await tx`
    update track_days set gross_plays = track_days.gross_plays + heard.gross_plays,
      filtered_plays = track_days.filtered_plays + heard.filtered_plays,
      gross_ms = track_days.gross_ms + heard.gross_ms, filtered_ms = track_days.filtered_ms + heard.filtered_ms
    from ${heard} as heard
    where track_days.track_id = heard.track_id and track_days.day = heard.day`;
}

/** Filtered plays of a track and their milliseconds, in a span of days and in the span before it. */
export interface TrackWeek {
  readonly trackId: string;
  readonly plays: number;
  readonly ms: number;
  readonly playsBefore: number;
  readonly msBefore: number;
}

/** Every track with plays from `before` to `to`, those before `from` apart. Lagos days as YYYY-MM-DD. */
export async function heardBetween(
  sql: Sql | Tx,
  { before, from, to }: { before: string; from: string; to: string },
): Promise<TrackWeek[]> {
  return await sql<{ trackId: string; plays: number; ms: number; playsBefore: number; msBefore: number }[]>`
    select track_id, coalesce(sum(filtered_plays) filter (where day >= ${from}), 0)::int as plays,
      coalesce(sum(filtered_ms) filter (where day >= ${from}), 0)::bigint as ms,
      coalesce(sum(filtered_plays) filter (where day < ${from}), 0)::int as plays_before,
      coalesce(sum(filtered_ms) filter (where day < ${from}), 0)::bigint as ms_before
    from track_days where day between ${before} and ${to} group by track_id having sum(filtered_ms) > 0`;
}

/** Plays and time of the tracks from `from` to `to` (Lagos days), by the first day of each day, week or month, or by track. */
export async function heardBy(
  sql: Sql | Tx,
  key: "day" | "week" | "month" | "track",
  { trackIds, from, to }: { readonly trackIds: readonly string[]; readonly from: string; readonly to: string },
): Promise<Map<string, Readonly<Heard>>> {
  const group = key === "track" ? sql`track_id::text` : sql`to_char(date_trunc(${key}, day), 'YYYY-MM-DD')`;
  const rows = await sql<(Heard & { key: string })[]>`
    select ${group} as key, sum(gross_plays)::int as gross_plays, sum(filtered_plays)::int as filtered_plays,
      sum(gross_ms)::bigint as gross_ms, sum(filtered_ms)::bigint as filtered_ms
    from track_days where track_id = any(${[...trackIds]}::uuid[]) and day between ${from} and ${to}
    group by 1`;
  return new Map(rows.map(({ key, ...heard }) => [key, heard]));
}

/** The filtered plays of each track, of all days; a track without any is missing. */
export async function playsOf(sql: Sql | Tx, trackIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await sql<{ trackId: string; plays: number }[]>`
    select track_id, sum(filtered_plays)::int as plays from track_days
    where track_id = any(${[...trackIds]}::uuid[]) group by track_id having sum(filtered_plays) > 0`;
  return new Map(rows.map(({ trackId, plays }) => [trackId, plays]));
}

/** All plays of the tracks together, gross and filtered. */
export async function heardInAll(
  sql: Sql | Tx,
  trackIds: readonly string[],
): Promise<{ grossPlays: number; filteredPlays: number }> {
  const [row] = await sql<{ gross: number; filtered: number }[]>`
    select coalesce(sum(gross_plays), 0)::int as gross, coalesce(sum(filtered_plays), 0)::int as filtered
    from track_days where track_id = any(${[...trackIds]}::uuid[])`;
  return { grossPlays: row?.gross ?? 0, filteredPlays: row?.filtered ?? 0 };
}

/** The reported ms of all tracks of each artist since a Lagos day (YYYY-MM-DD); who has none is missing from the map. */
export async function timeOfArtists(
  sql: Sql | Tx,
  artistIds: readonly string[],
  from: string,
): Promise<Map<string, number>> {
  const rows = await sql<{ ownerId: string; ms: number }[]>`
    select owned.owner_id, sum(heard.gross_ms)::bigint as ms from track_days as heard ${withOwners(sql)}
    where ${anyOf("owned.owner_id", artistIds)} and heard.day >= ${from}::text::date
    group by owned.owner_id`;
  return new Map(rows.map((row) => [row.ownerId, row.ms]));
}
