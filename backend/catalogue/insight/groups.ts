import type { InsightGroup, InsightGroups } from "../../contract/insights.ts";

/** Fewer people are nobody's group. */
const FEWEST_IN_GROUP = 5;
/** Of fewer listeners together no group is shown: what all have in common would say it of each. */
const FEWEST_TOGETHER = 10;
/** What is shown is rounded to this: two questions that differ by one person have the same answer, most often. */
const STEP = 5;

/** The name of those who do not say. */
const NOT_SAID = "";

/**
 * Listeners in groups by what each says (undefined: nothing). A group of fewer than five is hidden, and where that is one
 * group alone, the smallest of the others goes with it: what is hidden cannot be worked out from the rest. Null where
 * there are too few people. `each`: how many people one of a sample stands for.
 */
export function groupsOf(
  said: readonly (string | undefined)[],
  { each }: { readonly each: number },
): Pick<InsightGroups, "groups" | "hasHidden" | "isSample"> | null {
  if (said.length < FEWEST_TOGETHER) return null;
  const all = [...Map.groupBy(said, (one) => one ?? NOT_SAID)].map(([name, people]) => ({
    name,
    people: people.length,
  }));
  const large = all.filter(({ people }) => people >= FEWEST_IN_GROUP)
    .toSorted((one, two) => two.people - one.people || one.name.localeCompare(two.name));
  const hidden = all.length - large.length;
  const shown = hidden === 1 ? large.slice(0, -1) : large;
  if (shown.every(({ name }) => name === NOT_SAID)) return null;
  const groups = shown.map(({ name, people }): InsightGroup => (
    { name, listeners: Math.max(STEP, Math.round(people * each / STEP) * STEP) }
  ));
  return { groups, hasHidden: hidden > 0, isSample: each > 1 };
}
