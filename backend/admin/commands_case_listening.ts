import type { CaseFile } from "../contract/cases.ts";
import { tokensOf } from "../contract/money.ts";
import type { Sql } from "../store/sql.ts";
import {
  countUnproven,
  devicesOf,
  evidenceByDay,
  evidenceByReason,
  evidenceByTrack,
  findLoops,
  type HeardSum,
  type Listener,
} from "../../projections/listening_evidence.ts";
import { trackFacts } from "../../projections/tracks.ts";

/** A case file names so many; what is more is summed up. */
const MOST_DAYS = 60;
const MOST_TRACKS = 20;
const MOST_DEVICES = 10;
/** This many plays of one track on one day are a loop. */
const LOOP = { plays: 6, limit: 10 };

/** What a listener heard: days, tracks, devices, loops and proofs, whose sums are the rewards. */
export async function gatherListening(sql: Sql, listener: Listener): Promise<CaseFile["listening"]> {
  const [days, tracks, devices, reasons, loops, proof] = await Promise.all([
    evidenceByDay(sql, listener),
    evidenceByTrack(sql, listener),
    devicesOf(sql, listener),
    evidenceByReason(sql, listener),
    findLoops(sql, listener, LOOP),
    countUnproven(sql, listener),
  ]);
  const [newest, older] = [days.slice(0, MOST_DAYS), days.slice(MOST_DAYS)];
  const [first, rest] = [tracks.slice(0, MOST_TRACKS), tracks.slice(MOST_TRACKS)];
  const facts = await trackFacts(sql, [...new Set([...first, ...loops].map(({ trackId }) => trackId))]);
  const named = (trackId: string) => {
    const { title = "Removed track", artist = "" } = facts.get(trackId) ?? {};
    return { trackId, title, artist };
  };
  return {
    total: heardOf(sumOf(days)),
    days: newest.map(({ day, hours, ...heard }) => ({ day, hours, ...heardOf(heard) })),
    olderDays: { days: older.length, ...heardOf(sumOf(older)) },
    tracks: first.map(({ trackId, ...heard }) => ({ ...named(trackId), ...heardOf(heard) })),
    otherTracks: { tracks: rest.length, ...heardOf(sumOf(rest)) },
    devices: devices.slice(0, MOST_DEVICES).map(({ deviceId, others, ...heard }) => (
      { deviceId, others, ...heardOf(heard) }
    )),
    uncredited: reasons.map(({ reason, plays, lostMs }) => ({ reason, plays, seconds: lostMs / 1_000 })),
    loops: loops.map(({ day, trackId, ...heard }) => ({ day, ...named(trackId), ...heardOf(heard) })),
    proof,
  };
}

function sumOf(rows: readonly HeardSum[]): HeardSum {
  const sum = (pick: (row: HeardSum) => number) => rows.reduce((total, row) => total + pick(row), 0);
  return {
    plays: sum((row) => row.plays),
    claimedMs: sum((row) => row.claimedMs),
    creditedMs: sum((row) => row.creditedMs),
    units: sum((row) => row.units),
  };
}

function heardOf({ plays, claimedMs, creditedMs, units }: HeardSum) {
  return { plays, claimedSeconds: claimedMs / 1_000, creditedSeconds: creditedMs / 1_000, tokens: tokensOf(units) };
}
