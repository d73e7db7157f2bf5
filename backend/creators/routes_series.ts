import type { CreatorSeries, SeriesQuery } from "../contract/creators.ts";
import type { Deps } from "../deps.ts";
import {
  type Audience,
  audienceBy,
  keenestListeners,
  licensedPlays,
  partsBetween,
  type Span,
} from "../../projections/track_audience.ts";
import { trackFacts, uploadedTrackIds } from "../../projections/tracks.ts";
import { spanOf } from "./spans.ts";

/** Sums of fewer people would say what one of them did. */
const KEENEST = 10;
const NOTHING: Audience = { grossPlays: 0, filteredPlays: 0, servedPlays: 0, listeners: 0, grossMs: 0, filteredMs: 0 };

/** A creator's music over time, by track, by source, and what does not count. Tracks of others are not found in it. */
export async function seriesOf(deps: Deps, creatorId: string, query: SeriesQuery): Promise<CreatorSeries> {
  const { sql } = deps.store;
  const { from, to, starts } = spanOf(query, deps.now());
  const own = await uploadedTrackIds(sql, creatorId);
  const trackIds = query.trackId === undefined ? own : own.filter((trackId) => trackId === query.trackId);
  const span: Span = { trackIds, from, to };
  const [byTime, byTrack, proven, facts, reasons, sources, listeners] = await Promise.all([
    audienceBy(sql, query.unit, span),
    audienceBy(sql, "track", span),
    licensedPlays(sql, span),
    trackFacts(sql, trackIds),
    partsBetween(sql, "reason", span),
    partsBetween(sql, "source", span),
    keenestListeners(sql, { ...span, keenest: KEENEST }),
  ]);
  const startOf = (day: string) => starts.findLast((start) => start <= day) ?? from;
  return {
    unit: query.unit,
    ...{ from, to },
    points: starts.map((start) => {
      const licensed = sum(proven.filter((row) => startOf(row.day) === start));
      return { start, ...heardOf(byTime.get(start) ?? NOTHING, licensed) };
    }),
    tracks: trackIds.flatMap((trackId) => {
      const fact = facts.get(trackId);
      const audience = byTrack.get(trackId);
      // Those that are still being made, and those deleted that nobody heard in this time, say nothing.
      if (!fact || (!fact.published && !audience)) return [];
      const licensed = sum(proven.filter((row) => row.trackId === trackId));
      const { title, published } = fact;
      return [{ _id: trackId, title, isDeleted: !published, ...heardOf(audience ?? NOTHING, licensed) }];
    }).toSorted((one, two) => two.plays.filtered - one.plays.filtered || one.title.localeCompare(two.title)),
    reasons: reasons.map(({ name, plays, ms }) => ({ reason: name, plays, seconds: ms / 1000 })),
    sources: sources.map(({ name, plays, ms }) => ({ source: name, plays, seconds: ms / 1000 })),
    topListeners: listeners.map(({ ms, ...counts }) => ({ ...counts, seconds: ms / 1000 })),
  };
}

function heardOf(audience: Audience, licensed: number) {
  const { grossPlays: gross, filteredPlays: filtered, servedPlays, listeners, grossMs, filteredMs } = audience;
  return {
    plays: { gross, filtered, verified: Math.min(filtered, servedPlays + licensed) },
    ...{ listeners, seconds: filteredMs / 1000, grossSeconds: grossMs / 1000 },
  };
}

function sum(rows: readonly { plays: number }[]): number {
  return rows.reduce((total, row) => total + row.plays, 0);
}
