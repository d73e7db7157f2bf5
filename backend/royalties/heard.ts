import { heardBetween, rewardsBetween, totalsSince } from "../../projections/listening/reward_credit.ts";
import { playIdsBetween } from "../../projections/listening/listener_plays.ts";
import { daysOfMonth } from "../contract/royalties.ts";
import { type PlayReported, playStream } from "../listening/report/events.ts";
import { type UncountedEvent, uncountedStream } from "../listening/uncounted_plays/events.ts";
import type { Recorded } from "../store/log/event.ts";
import { readStreams } from "../store/log/read.ts";
import type { Sql, Tx } from "../store/sql.ts";
import type { Heard } from "./state.ts";

/** What a listener heard in a month, without what counts no longer, and how many decisions about that there were. */
export interface MonthHeard {
  readonly heard: readonly Heard[];
  /** What the plays were rewarded with, those that count no longer included: it bounds what artists get. */
  readonly rewardUnits: number;
  readonly uncountedEvents: number;
}

interface HeardQuery {
  readonly shard: number;
  readonly listenerIds: readonly string[];
  readonly month: string;
}

/**
 * What listeners heard in a month that no play can join any more: of the totals of their days, or of the plays themselves
 * where the month is so old that the totals are gone.
 */
export async function heardIn(sql: Sql | Tx, asked: HeardQuery, now: number): Promise<Map<string, MonthHeard>> {
  const { shard, listenerIds, month } = asked;
  const { first, last } = daysOfMonth(month);
  if (first < totalsSince(now)) return await heardInLog(sql, asked);
  const span = { listenerIds, from: first, to: last };
  const [rows, rewards] = [await heardBetween(sql, shard, span), await rewardsBetween(sql, shard, span)];
  return await withoutUncounted(sql, asked, { heard: Map.groupBy(rows, ({ listenerId }) => listenerId), rewards });
}

/**
 * The same from the log of plays alone. `seen` says for a listener how many decisions about uncounted plays count: all of
 * them where it is left out.
 */
export async function heardInLog(
  sql: Sql | Tx,
  asked: HeardQuery,
  seen?: ReadonlyMap<string, number>,
): Promise<Map<string, MonthHeard>> {
  const { shard, listenerIds, month } = asked;
  const { first, last } = daysOfMonth(month);
  // A play is listed under the day on which it began; one from before its account counts on the account's first.
  const playIds = await playIdsBetween(sql, shard, { listenerIds, from: dayBefore(first), to: last });
  const totals = new Map<string, Heard & { readonly listenerId: string }>();
  const rewards = new Map<string, number>();
  for (let from = 0; from < playIds.length; from += AT_ONCE) {
    const streams = playIds.slice(from, from + AT_ONCE).map(playStream);
    for (const reports of (await readStreams<PlayReported>(sql, `plays/${shard}`, streams)).values()) {
      for (const { data } of reports) {
        if (data.day < first || data.day > last) continue;
        addTo(totals, data);
        rewards.set(data.listenerId, (rewards.get(data.listenerId) ?? 0) + data.newUnits);
      }
    }
  }
  const found = Map.groupBy(totals.values(), ({ listenerId }) => listenerId);
  return await withoutUncounted(sql, asked, { heard: found, rewards, seen });
}

const AT_ONCE = 2_000;

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

function addTo(
  totals: Map<string, Heard & { readonly listenerId: string }>,
  { listenerId, trackId, day, newCreditedMs }: PlayReported["data"],
): void {
  if (newCreditedMs === 0) return;
  const key = `${listenerId} ${day} ${trackId}`;
  totals.set(key, { listenerId, trackId, day, ms: (totals.get(key)?.ms ?? 0) + newCreditedMs });
}

async function withoutUncounted(
  sql: Sql | Tx,
  { shard, listenerIds }: HeardQuery,
  { heard, rewards, seen }: {
    readonly heard: ReadonlyMap<string, readonly Heard[]>;
    readonly rewards: ReadonlyMap<string, number>;
    readonly seen?: ReadonlyMap<string, number> | undefined;
  },
): Promise<Map<string, MonthHeard>> {
  const streams = [...new Set(listenerIds)].map(uncountedStream);
  const decided = await readStreams<UncountedEvent>(sql, `plays/${shard}`, streams);
  return new Map(listenerIds.map((listenerId) => {
    const all = decided.get(uncountedStream(listenerId)) ?? [];
    const events = all.slice(0, seen?.get(listenerId) ?? all.length);
    return [listenerId, {
      heard: less(heard.get(listenerId) ?? [], events),
      rewardUnits: rewards.get(listenerId) ?? 0,
      uncountedEvents: events.length,
    }];
  }));
}

function less(heard: readonly Heard[], events: readonly Recorded<UncountedEvent>[]): Heard[] {
  const taken = new Map<string, number>();
  for (const { type, data: { plays } } of events) {
    const sign = type === "PlaysUncounted" ? 1 : -1;
    for (const { day, trackId, ms } of plays) {
      const key = `${day} ${trackId}`;
      taken.set(key, (taken.get(key) ?? 0) + sign * ms);
    }
  }
  return heard.map(({ trackId, day, ms }) => ({
    trackId,
    day,
    ms: Math.max(0, ms - (taken.get(`${day} ${trackId}`) ?? 0)),
  })).filter(({ ms }) => ms > 0).sort((one, two) => keyOf(one) < keyOf(two) ? -1 : 1);
}

function keyOf({ day, trackId }: Heard): string {
  return `${day} ${trackId}`;
}
