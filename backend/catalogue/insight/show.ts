import { FIRST_DAY } from "../../../projections/catalogue/track_audience.ts";
import { uploadedTrackIds } from "../../../projections/catalogue/tracks.ts";
import type { Insights } from "../../contract/insights.ts";
import type { InsightQuery } from "../../contract/requests/creator.ts";
import type { Deps } from "../../deps.ts";
import type { Sql } from "../../store/sql.ts";
import { figuresFor, peopleIn } from "./reads.ts";
import { type Days, groupDays, periodsOf } from "./span.ts";
import { forgetGroupsOf, keepGroups, readGroups, type ShownGroups } from "./table.ts";

/** How an artist's music is heard, and by whom: the groups of listeners stay as they are shown here first. */
export async function insightsOf(deps: Deps, creatorId: string, query: InsightQuery): Promise<Insights> {
  const now = deps.now();
  const days = groupDays(periodsOf(query, now).now, now);
  const own = await uploadedTrackIds(deps.store.sql, creatorId);
  const [figures, groups] = await Promise.all([
    figuresFor(deps, own, query),
    // Of all songs together: a song of few listeners could tell of one.
    groupsFor(deps, { artistId: creatorId, trackIds: own, days }),
  ]);
  return { ...figures, ...groups };
}

const NO_GROUPS: ShownGroups = { where: null, ages: null };

/**
 * Where the listeners of a month or quarter year are, and how old: as the artist was shown it first. An answer that
 * followed later changes could be watched until it tells of one person.
 */
async function groupsFor(
  deps: Deps,
  { artistId, trackIds, days }: {
    readonly artistId: string;
    readonly trackIds: readonly string[];
    readonly days: Days;
  },
): Promise<ShownGroups> {
  if (trackIds.length === 0 || days.to < FIRST_DAY) return NO_GROUPS;
  const { sql } = deps.store;
  const known = await readGroups(sql, artistId, days);
  return known ?? await keepGroups(sql, artistId, { days, shown: await peopleIn(deps, trackIds, days) });
}

/** Deletes what an artist was shown, when they are erased. */
export async function forgetGroups(sql: Sql, artistId: string): Promise<void> {
  await forgetGroupsOf(sql, artistId);
}
