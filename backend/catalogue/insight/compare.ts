import { heardBy } from "../../../projections/catalogue/track_days.ts";
import { trackFacts, uploadedTrackIds } from "../../../projections/catalogue/tracks.ts";
import type { ComparedLine, ComparedPlays } from "../../contract/insights.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { CompareQuery } from "../../contract/requests/creator.ts";
import type { Deps } from "../../deps.ts";
import { type Days, daysOf, periodsOf } from "./span.ts";

/**
 * The counted plays of each day, beside those of another own song in the same days, or without one beside the time
 * before. Only plays, which are exact for any days: no figure of people. Throws Refusal `not_found`.
 */
export async function comparedPlays(
  deps: Deps,
  creatorId: string,
  { with: otherId, ...query }: CompareQuery,
): Promise<ComparedPlays> {
  const { now, before } = periodsOf(query, deps.now());
  const own = await uploadedTrackIds(deps.store.sql, creatorId);
  const lineOf = (trackId: string | undefined, days: Days) => playsOfDays(deps, own, { trackId, days });
  const second = otherId === undefined ? lineOf(query.trackId, before) : lineOf(otherId, now);
  return { lines: await Promise.all([lineOf(query.trackId, now), second]) };
}

async function playsOfDays(
  { store: { sql } }: Deps,
  own: readonly string[],
  { trackId, days }: { readonly trackId: string | undefined; readonly days: Days },
): Promise<ComparedLine> {
  if (trackId !== undefined && !own.includes(trackId)) throw new Refusal("not_found", "Track not found");
  const trackIds = trackId === undefined ? own : [trackId];
  const [heard, facts] = await Promise.all([
    heardBy(sql, "day", { trackIds, ...days }),
    trackFacts(sql, trackId === undefined ? [] : [trackId]),
  ]);
  const plays = daysOf(days).map((day) => heard.get(day)?.filteredPlays ?? 0);
  const title = trackId === undefined ? null : facts.get(trackId)?.title ?? "";
  return { ...days, title, plays, total: plays.reduce((sum, one) => sum + one, 0) };
}
