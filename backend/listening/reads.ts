import { countPlays } from "../../projections/trust/listening_evidence.ts";
import { playHistory, type PlayRow } from "../../projections/listening/plays.ts";
import { type TrackFacts, trackFactsAsOf } from "../../projections/catalogue/tracks.ts";
import type { PlayHistory } from "../contract/listening.ts";
import { tokensOf } from "../contract/money.ts";
import type { Deps } from "../deps.ts";
import { settlementsOf } from "../wallet/settling/reads.ts";

const HISTORY_PAGE = 50;

/** A page of a listener's plays, newest first, behind a cursor. */
export async function historyOf(deps: Deps, userId: string, cursor: string | undefined): Promise<PlayHistory> {
  const [startedAt, playId] = cursor?.split("_") ?? [];
  const before = startedAt && playId ? { startedAt: Number(startedAt), playId } : undefined;
  const page = { now: deps.now(), limit: HISTORY_PAGE, ...(before && { before }) };
  const shard = deps.shardOf(userId);
  const { sql } = deps.store;
  const [rows, playCount, settlementsOfPlays, asOf] = await Promise.all([
    playHistory(sql, { shard, listenerId: userId }, page),
    before ? undefined : countPlays(sql, { shard, listenerId: userId }),
    settlementsOf(deps, userId),
    deps.kept.now(),
  ]);
  const earned = rows.filter((row) => row.units > 0);
  const [facts, settlements] = await Promise.all([
    trackFactsAsOf(asOf, sql, rows.map((row) => row.trackId)),
    settlementsOfPlays(earned.map((row) => ({ playId: row.playId, startedAt: row.startedAt }))),
  ]);
  const last = rows.length === HISTORY_PAGE ? rows.at(-1) : undefined;
  return {
    playHistory: rows.map((row) => {
      const settlement = settlements.get(row.playId);
      return { ...entryOf(row, named(facts.get(row.trackId), userId)), ...(settlement && { settlement }) };
    }),
    // The count follows the log; this page's rows exist already.
    ...(playCount !== undefined && { playCount: last ? Math.max(playCount, rows.length) : rows.length }),
    ...(last && { nextCursor: `${last.startedAt}_${last.playId}` }),
  };
}

/** What never came out is named to its artist alone: a report of it needs no more than its id. */
function named(track: TrackFacts | undefined, userId: string): TrackFacts | undefined {
  return track?.availableFrom === Infinity && track.ownerId !== userId ? undefined : track;
}

function entryOf(row: PlayRow, track: { title: string; artist: string; coverImageUrl: string } | undefined) {
  const { title = "Removed track", artist = "", coverImageUrl = "" } = track ?? {};
  return {
    _id: row.playId,
    trackId: { _id: row.trackId, title, artist, coverImageUrl },
    durationPlayed: Math.round(row.listenedMs / 600) / 100,
    tokensEarned: tokensOf(row.units),
    playedAt: new Date(row.startedAt).toISOString(),
    listenedMs: row.listenedMs,
    creditedMs: row.creditedMs,
    status: row.status,
    ...(row.reason && { reason: row.reason }),
    policyVersion: row.policyVersion,
    offline: row.offline,
  };
}
