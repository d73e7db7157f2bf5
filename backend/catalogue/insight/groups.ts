import type { InsightGroup, InsightGroups } from "../../contract/insights.ts";

/** A group of fewer people would show single persons. */
const FEWEST_IN_GROUP = 5;
/** Of fewer listeners together no group is shown: what all have in common would say it of each. */
const FEWEST_TOGETHER = 10;
/** Of one hidden group the sum of all people would say how large it is. */
const FEWEST_HIDDEN = 2;
/** What is shown is rounded to this. */
const STEP = 5;

/** The name of those who do not say. */
const NOT_SAID = "";

/**
 * Listeners in groups by what each says (undefined: nothing). Groups of fewer than five are hidden. The smallest other
 * groups are hidden with them until at least two groups and five people are, and none as large as one that is shown:
 * the rest does not reveal what is hidden, and the answer does not tell whether any group is hidden. Null where there
 * are too few people, or where all say the same: that would reveal it of each of them. `each`: how many people one of a
 * sample represents.
 */
export function groupsOf(
  said: readonly (string | undefined)[],
  { each }: { readonly each: number },
): Pick<InsightGroups, "groups" | "isSample"> | null {
  if (said.length < FEWEST_TOGETHER) return null;
  const all = [...Map.groupBy(said, (one) => one ?? NOT_SAID)]
    .map(([name, people]) => ({ name, people: people.length }))
    .toSorted((one, two) => two.people - one.people || one.name.localeCompare(two.name));
  const rounded = ({ people }: Group) => Math.max(STEP, Math.round(people * each / STEP) * STEP);
  let shown = all.filter(({ people }) => people >= FEWEST_IN_GROUP);
  /** The order would say too much where one is hidden that is as large as one that is shown. */
  const isAlike = ([largest]: readonly Group[]) => largest && rounded(largest) === rounded(shown.at(-1) ?? largest);
  const isTelling = (hidden: readonly Group[]) => sumTells(hidden) || isAlike(hidden);
  while (shown.length > 0 && isTelling(all.slice(shown.length))) shown = shown.slice(0, -1);
  if (all.length === 1 || shown.every(({ name }) => name === NOT_SAID)) return null;
  const groups = shown.map((group): InsightGroup => ({ name: group.name, listeners: rounded(group) }));
  return { groups, isSample: each > 1 };
}

interface Group {
  readonly people: number;
}

/** Whether the sum of all people would say too much about those who are hidden. */
function sumTells(hidden: readonly Group[]): boolean {
  const people = hidden.reduce((sum, group) => sum + group.people, 0);
  return hidden.length > 0 && (hidden.length < FEWEST_HIDDEN || people < FEWEST_IN_GROUP);
}
