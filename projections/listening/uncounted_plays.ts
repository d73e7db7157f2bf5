import { lagosDay } from "../../backend/contract/policy.ts";
import type { UncountedEvent, UncountedPlay } from "../../backend/listening/uncounted_plays/events.ts";
import { anyOf, rowsOf } from "../../backend/store/projections/columns.ts";
import { type Recorded, shardOfLog } from "../../backend/store/log/event.ts";
import type { Projection } from "../../backend/store/projections/projection.ts";
import { bigint, day, int, moment, smallint, table, uuid } from "../../backend/store/projections/table.ts";
import type { Sql, Tx } from "../../backend/store/sql.ts";

const UNCOUNTED_PLAYS = table("uncounted_plays", {
  shard: smallint,
  playId: uuid,
  listenerId: uuid,
  trackId: uuid,
  day,
  plays: int.check("plays between 0 and 1"),
  ms: bigint.check("ms >= 0"),
  decisionId: uuid,
  removedAt: moment,
}, {
  key: ["shard", "playId"],
  indexes: {
    uncounted_plays_of_listener: "(shard, listener_id)",
    uncounted_plays_of_track: "(track_id)",
    uncounted_plays_of_decision: "(decision_id)",
  },
});

/** Plays that count no longer. Inline: each is taken out of the figures once, which is decided on it. */
export const uncountedPlays: Projection<UncountedEvent> = {
  name: "uncounted_plays",
  version: 1,
  mode: "inline",
  place: "shard",
  logs: ["plays"],
  on: ["PlaysUncounted", "PlaysRecounted"],
  tables: UNCOUNTED_PLAYS.ddl,

  async apply(tx, events) {
    for (const event of events) await applyUncounted(tx, event);
  },
};

async function applyUncounted(tx: Tx, { type, data, log, recordedAt }: Recorded<UncountedEvent>): Promise<void> {
  const shard = shardOfLog(log);
  if (type === "PlaysRecounted") {
    const playIds = data.plays.map(({ playId }) => playId);
    await tx`delete from uncounted_plays where shard = ${shard} and ${anyOf("play_id", playIds)}`;
    return;
  }
  const { listenerId, decisionId } = data;
  const rows = data.plays.map((play) => ({ ...play, shard, listenerId, decisionId, removedAt: recordedAt }));
  await tx`
    insert into uncounted_plays as known ${UNCOUNTED_PLAYS.values(tx, rows)}
    on conflict (shard, play_id) do update set plays = known.plays + excluded.plays, ms = known.ms + excluded.ms`;
}

/** What an event takes from the figures of each track and day, or gives back: plays and time with their sign. */
export function changesOfUncounted(
  events: readonly UncountedEvent[],
): (UncountedPlay & { readonly listenerId: string; readonly isBack: boolean })[] {
  return events.flatMap(({ type, data: { listenerId, plays } }) => {
    const isBack = type === "PlaysRecounted";
    const sign = isBack ? 1 : -1;
    return plays.map((play) => ({ ...play, plays: sign * play.plays, ms: sign * play.ms, listenerId, isBack }));
  });
}

/** Tells what takes plays out of the figures, or puts them back, from other events. */
export function isUncounted<Event extends { readonly type: string }>(
  event: Event,
): event is Extract<Event, UncountedEvent> {
  return event.type === "PlaysUncounted" || event.type === "PlaysRecounted";
}

/** What of these plays was taken out of the figures, by play; those that count are missing. */
export async function findUncounted(
  sql: Sql | Tx,
  shard: number,
  playIds: readonly string[],
): Promise<Map<string, Pick<UncountedPlay, "plays" | "ms">>> {
  const rows = await sql<{ playId: string; plays: number; ms: number }[]>`
    select found.play_id, found.plays, found.ms
    from ${rowsOf(sql, playIds.map((playId) => ({ playId })), { uuid: ["playId"] })} as asked
    join uncounted_plays as found on found.shard = ${shard} and found.play_id = asked.play_id`;
  return new Map(rows.map(({ playId, plays, ms }) => [playId, { plays, ms }]));
}

/** The plays of a listener that count no longer. */
export async function uncountedOf(sql: Sql | Tx, shard: number, listenerId: string): Promise<string[]> {
  const rows = await sql<{ playId: string }[]>`
    select play_id from uncounted_plays where shard = ${shard} and listener_id = ${listenerId} order by play_id`;
  return rows.map((row) => row.playId);
}

/** How many plays of a track a decision took out of the figures. */
interface RemovedPlays {
  readonly trackId: string;
  readonly plays: number;
  readonly ms: number;
}

/** What a decision took from each track, most plays first. */
export async function removedBy(sql: Sql | Tx, decisionId: string): Promise<RemovedPlays[]> {
  return await sql<RemovedPlays[]>`
    select track_id, sum(plays)::int as plays, sum(ms)::bigint as ms
    from uncounted_plays where decision_id = ${decisionId}
    group by track_id having sum(plays) > 0 order by plays desc, track_id`;
}

/** What was taken from these tracks, by the Lagos day (YYYY-MM-DD) on which it was, newest first. */
export async function removedOf(
  sql: Sql | Tx,
  trackIds: readonly string[],
): Promise<(RemovedPlays & { removedOn: string })[]> {
  const rows = await sql<(RemovedPlays & { at: number })[]>`
    select track_id, sum(plays)::int as plays, sum(ms)::bigint as ms, max(removed_at) as at
    from uncounted_plays where ${anyOf("track_id", trackIds)}
    group by track_id, (removed_at at time zone 'Africa/Lagos')::date having sum(plays) > 0
    order by at desc, plays desc, track_id limit 200`;
  return rows.map(({ at, ...removed }) => ({ ...removed, removedOn: lagosDay(at) }));
}
