import { PLAY_SOURCES } from "../../backend/contract/listening.ts";
import type { PlayReported } from "../../backend/listening/report/events.ts";
import type { Recorded } from "../../backend/store/log/event.ts";
import type { Tx } from "../../backend/store/sql.ts";
import { playReported, type Report } from "../listening/plays.ts";
import { beforeOf, earlierReports, isFiltered } from "../catalogue/track_days.ts";

/** A report and the one before it of the same play: the difference is new. */
export interface Change {
  readonly now: Report;
  readonly before: Report | undefined;
}

/** Each report of a batch with the one of the same play before it. */
export async function changesOf(tx: Tx, events: readonly Recorded<PlayReported>[]): Promise<Change[]> {
  const earlier = await earlierReports(tx, events);
  return events.map(playReported).map((now) => ({ now, before: beforeOf(earlier, now) }));
}

export interface Heard extends Counts {
  readonly trackId: string;
  readonly day: string;
  readonly listenerId: string;
  readonly lastAt: number;
}

interface Counts {
  readonly grossPlays: number;
  readonly filteredPlays: number;
  readonly grossMs: number;
  readonly filteredMs: number;
}

/** What a report adds to the figures: its own, less those of the report before. */
export function heardIn({ now, before }: Change): Heard {
  const { trackId, day, listenerId, startedAt, listenedMs } = now;
  const [is, was] = [countsOf(now), before && countsOf(before)];
  const since = (pick: (counts: Counts) => number) => pick(is) - (was ? pick(was) : 0);
  return {
    trackId,
    day,
    listenerId,
    lastAt: startedAt + listenedMs,
    grossPlays: since((counts) => counts.grossPlays),
    filteredPlays: since((counts) => counts.filteredPlays),
    grossMs: since((counts) => counts.grossMs),
    filteredMs: since((counts) => counts.filteredMs),
  };
}

function countsOf(report: Report): Counts {
  return {
    grossPlays: Number(report.counted),
    filteredPlays: Number(isFiltered(report)),
    grossMs: report.listenedMs,
    filteredMs: report.creditedMs,
  };
}

/** A play without the network, on a device that says its name. */
export interface OfflinePlay {
  readonly trackId: string;
  readonly day: string;
  readonly playId: string;
  readonly listenerId: string;
  readonly deviceId: string;
  readonly startedAt: number;
  /** Whether it stays in the filtered figures. */
  readonly isFiltered: boolean;
}

/** The play as the report leaves it, where that is news: none or one. */
export function offlineIn({ now, before }: Change): OfflinePlay[] {
  const { trackId, day, playId, listenerId, deviceId, startedAt, offline } = now;
  const is = isFiltered(now);
  const was = before !== undefined && isFiltered(before);
  if (!offline || deviceId === undefined || is === was) return [];
  return [{ trackId, day, playId, listenerId, deviceId, startedAt, isFiltered: is }];
}

export interface Part {
  readonly trackId: string;
  readonly day: string;
  readonly kind: "source" | "reason";
  readonly name: string;
  readonly plays: number;
  readonly ms: number;
}

/** Takes back what the report before counted under its own source and reason. */
export function partsOf({ now, before }: Change): Part[] {
  const undone = before ? partsIn(before).map((part) => ({ ...part, plays: -part.plays, ms: -part.ms })) : [];
  return [...partsIn(now), ...undone];
}

const SOURCES: ReadonlySet<string> = new Set(PLAY_SOURCES);

function partsIn(report: Report): Part[] {
  const { trackId, day, counted, offline, source, reason, listenedMs, creditedMs } = report;
  const place = { trackId, day };
  // Devices may say anything: made-up sources must not fill the table.
  const known = source === undefined ? "unknown" : SOURCES.has(source) ? source : "other";
  const name = offline ? "offline" : known;
  const lost = { plays: Number(counted && !isFiltered(report)), ms: listenedMs - creditedMs };
  return [
    { ...place, kind: "source", name, plays: Number(counted), ms: listenedMs },
    { ...place, kind: "reason", name: reason ?? "not_heard", ...lost },
  ];
}

/** One row for each key, with its numbers added up; a database row must not be met twice in one statement. */
export function totalled<Row extends object>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const all = new Map<string, Row>();
  const numbers = Object.entries(rows[0] ?? {}).filter(([, value]) => typeof value === "number").map(([name]) => name);
  for (const row of rows) {
    const key = keyOf(row);
    const known = all.get(key);
    if (known) addTo(known, row, numbers);
    else all.set(key, { ...row });
  }
  return [...all.values()];
}

function addTo(known: object, row: object, numbers: readonly string[]): void {
  for (const name of numbers) {
    const [one, two] = [Number(Reflect.get(known, name)), Number(Reflect.get(row, name))];
    Reflect.set(known, name, name === "lastAt" ? Math.max(one, two) : one + two);
  }
}
