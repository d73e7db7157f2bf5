import { type CountedDay, countedDays, FIRST_DAY } from "../../../projections/catalogue/track_audience.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { Sql } from "../../store/sql.ts";
import { type Days, moved } from "./span.ts";
import { FEWEST_IN_STEP, quarterBefore, stepEnds, stepsWithin } from "./steps.ts";

interface DaysQuery {
  readonly trackIds: readonly string[];
  readonly days: Days;
  /** Epoch ms. */
  readonly now: number;
}

/**
 * The days in which the people of these tracks together are counted: whole steps of at least five that ended within the
 * asked days, until yesterday. Undefined where none did.
 */
export async function peopleDays(sql: Sql, asked: DaysQuery): Promise<Days | undefined> {
  return (await find(sql, { ...asked, each: false })).get("");
}

/** The same of each track by itself; those without such days are missing from the map. */
export async function peopleDaysOfEach(sql: Sql, asked: DaysQuery): Promise<Map<string, Days>> {
  return await find(sql, { ...asked, each: true });
}

async function find(
  sql: Sql,
  { trackIds, days, now, each }: DaysQuery & { readonly each: boolean },
): Promise<Map<string, Days>> {
  const yesterday = moved(lagosDay(now), -1);
  const until = { ...days, to: days.to < yesterday ? days.to : yesterday };
  const scan = async (of: readonly string[], span: Days) =>
    Map.groupBy(
      of.length === 0 || span.from > span.to
        ? []
        : await countedDays(sql, { ...span, trackIds: of, few: FEWEST_IN_STEP, each }),
      ({ trackId }) => trackId,
    );
  const near = { from: quarterBefore(until.from), to: until.to };
  const found = await scan(trackIds, near);
  // Most have listeners in either of the last quarter years. Of others it looks back to the beginning.
  const lonely = [...found].filter(([, known]) => needsMore(known, until)).map(([trackId]) => trackId);
  const past = await scan(each || lonely.length === 0 ? lonely : trackIds, {
    from: FIRST_DAY,
    to: moved(near.from, -1),
  });
  return new Map([...found].flatMap(([trackId, known]): [string, Days][] => {
    const all = [...past.get(trackId) ?? [], ...known];
    const steps = stepsWithin(stepEnds(all), until, all[0]?.day ?? FIRST_DAY);
    return steps ? [[trackId, steps]] : [];
  }));
}

function needsMore(known: readonly CountedDay[], { from, to }: Days): boolean {
  const ends = stepEnds(known);
  return ends.some((end) => end >= from && end <= to) && !ends.some((end) => end < from);
}
