import { findCreators } from "../../../projections/catalogue/creators.ts";
import { heardBy, type HeardTrackDay } from "../../../projections/trust/listening_evidence.ts";
import { trackFacts } from "../../../projections/catalogue/tracks.ts";
import type { ListeningDays, MonthInReview } from "../../contract/listening_days.ts";
import { tokensOf } from "../../contract/money.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import { dayAfter, type HeardDay, paceOf, runsOf, runToKeep, weekOf } from "./state.ts";

/** A longer run is as long as this one. */
const LOOKED_BACK_DAYS = 366;
const TOP = 5;

/** How a listener's last days went, and what a day brings. */
export async function listeningDaysOf(deps: Deps, listenerId: string): Promise<ListeningDays> {
  const today = lagosDay(deps.now());
  const days = await daysUpTo(deps, listenerId, today);
  const pace = paceOf(days, today);
  return {
    today,
    days: weekOf(days, today).map(({ day, heardMs, units }) => ({ day, heardMs, tokens: tokensOf(units) })),
    ...runsOf(days, today),
    ...(pace !== undefined && { tokensPerDay: tokensOf(pace) }),
  };
}

/** Days in a row that a listener would keep by listening today, as their screen counts them; 0 where today counts. */
export async function runToKeepOf(
  deps: Pick<Deps, "store" | "shardOf">,
  listenerId: string,
  now: number,
): Promise<number> {
  const today = lagosDay(now);
  return runToKeep(await daysUpTo(deps, listenerId, today), today);
}

async function daysUpTo(
  { store, shardOf }: Pick<Deps, "store" | "shardOf">,
  listenerId: string,
  today: string,
): Promise<HeardDay[]> {
  const span = { from: dayAfter(today, -LOOKED_BACK_DAYS), to: today };
  return byDay(await heardBy(store.sql, { shard: shardOf(listenerId), listenerId }, span));
}

/** What a listener heard and earned in a month (YYYY-MM, in Lagos). */
export async function monthOf(deps: Deps, listenerId: string, month: string): Promise<MonthInReview> {
  const span = { from: `${month}-01`, to: lastDayOf(month) };
  const heard = await heardBy(deps.store.sql, { shard: deps.shardOf(listenerId), listenerId }, span);
  return await reviewOf(deps, month, heard);
}

function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

function byDay(heard: readonly HeardTrackDay[]): HeardDay[] {
  return [...Map.groupBy(heard, ({ day }) => day)].map(([day, list]) => ({
    day,
    heardMs: total(list, ({ heardMs }) => heardMs),
    units: total(list, ({ units }) => units),
  }));
}

async function reviewOf(deps: Deps, month: string, heard: readonly HeardTrackDay[]): Promise<MonthInReview> {
  const { sql } = deps.store;
  const tracks = [...Map.groupBy(heard, ({ trackId }) => trackId)].map(([trackId, list]) => ({
    trackId,
    heardMs: total(list, (row) => row.heardMs),
    plays: total(list, (row) => row.plays),
  })).filter(({ heardMs }) => heardMs > 0).sort(byTime(({ trackId }) => trackId));
  const facts = await trackFacts(sql, tracks.map(({ trackId }) => trackId));
  const known = tracks.flatMap((track) => {
    const fact = facts.get(track.trackId);
    return fact ? [{ ...track, ...fact }] : [];
  });
  const artists = [...Map.groupBy(known, ({ ownerId }) => ownerId)].map(([artistId, list]) => ({
    artistId,
    name: list[0]?.artist ?? "",
    heardMs: total(list, (row) => row.heardMs),
  })).sort(byTime(({ artistId }) => artistId));
  const best = artists.slice(0, TOP);
  const creators = await findCreators(sql, best.map(({ artistId }) => artistId));
  const days = byDay(heard);
  return {
    month,
    heardMs: total(heard, (row) => row.heardMs),
    plays: total(tracks, ({ plays }) => plays),
    songs: tracks.length,
    artists: artists.length,
    daysHeard: days.filter(({ heardMs }) => heardMs > 0).length,
    longestRun: runsOf(days, lastDayOf(month)).longestRun,
    tokens: tokensOf(total(heard, ({ units }) => units)),
    topArtists: best.map(({ artistId, name, heardMs }) => {
      const { name: said = name, pictureUrl = "", placeholder = "" } = creators.get(artistId) ?? {};
      return { artistId, name: said, heardMs, picture: pictureUrl, placeholder };
    }),
    topSongs: known.slice(0, TOP).map(({ trackId, title, artist, coverImageUrl, heardMs, plays }) => (
      { trackId, title, artist, coverImageUrl, heardMs, plays }
    )),
  };
}

function byTime<Row extends { heardMs: number }>(idOf: (row: Row) => string) {
  return (one: Row, two: Row) => two.heardMs - one.heardMs || (idOf(one) < idOf(two) ? -1 : 1);
}

function total<Row>(list: readonly Row[], pick: (row: Row) => number): number {
  return list.reduce((sum, row) => sum + pick(row), 0);
}
