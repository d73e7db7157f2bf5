import type { RecordedEvent } from "../backend/store/event.ts";
import type { Tx } from "../backend/store/sql.ts";
import { playReported, type Report } from "./plays.ts";
import { earlierReports, isFiltered } from "./track_days.ts";

/** A report beside the one before of the same play: what is new is the difference. */
export interface Change {
  readonly now: Report;
  readonly before: Report | undefined;
}

export async function changesOf(tx: Tx, events: readonly RecordedEvent[]): Promise<Change[]> {
  const earlier = await earlierReports(tx, events);
  return events.map(playReported).map((now) => ({ now, before: earlier.get(`${now.playId} ${now.report - 1}`) }));
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

export function heardIn({ now, before }: Change): Heard {
  const { trackId, day, listenerId, startedAt, listenedMs } = now;
  const [is, was] = [countsOf(now), before && countsOf(before)];
  const since = (pick: (counts: Counts) => number) => pick(is) - (was ? pick(was) : 0);
  return {
    ...{ trackId, day, listenerId, lastAt: startedAt + listenedMs },
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

/** What the report before had put under its own source and reason is taken back. */
export function partsOf({ now, before }: Change): Part[] {
  const undone = before ? partsIn(before).map((part) => ({ ...part, plays: -part.plays, ms: -part.ms })) : [];
  return [...partsIn(now), ...undone];
}

function partsIn(report: Report): Part[] {
  const { trackId, day, counted, offline, source, reason, listenedMs, creditedMs } = report;
  const place = { trackId, day };
  const name = offline ? "offline" : source ?? "unknown";
  const lost = { plays: Number(counted && !isFiltered(report)), ms: listenedMs - creditedMs };
  return [
    { ...place, kind: "source", name, plays: Number(counted), ms: listenedMs },
    { ...place, kind: "reason", name: reason ?? "not_heard", ...lost },
  ];
}

/** One row for each key, with its numbers added up; a database row must not be met twice in one statement. */
export function totalled<Row extends object>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const all = new Map<string, Row>();
  for (const row of rows) {
    const known = all.get(keyOf(row));
    all.set(keyOf(row), known ? added(known, row) : row);
  }
  return [...all.values()];
}

function added<Row extends object>(one: Row, two: Row): Row {
  const sums = Object.entries(two).map(([name, value]) => {
    const before: unknown = Reflect.get(one, name);
    if (typeof value !== "number" || typeof before !== "number") return [name, value];
    return [name, name === "lastAt" ? Math.max(before, value) : before + value];
  });
  return Object.fromEntries(sums) as Row;
}
