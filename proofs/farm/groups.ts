import type { Deps } from "../../backend/deps.ts";
import { groupsOf } from "../../backend/trust/group/grouping.ts";
import { linksBetween } from "../../backend/trust/group/links.ts";

const MOST_KEYS = 500_000;
/** The rules for groups look at those of five accounts and more. */
export const SMALLEST_GROUP = 5;

/** The groups of linked accounts that the back office would show, as user ids. */
export async function linkedGroups(deps: Deps): Promise<ReadonlySet<string>[]> {
  return groupsOf(await linksBetween(deps, MOST_KEYS)).map(({ members }) => new Set(members));
}

/** How much of a farm is in the group that holds most of it, and how many honest people are in that group, too. */
interface Sighting {
  readonly accounts: number;
  readonly honest: number;
}

/** Finds a farm among the groups. */
export function sightingOf(
  groups: readonly ReadonlySet<string>[],
  { farm, honest }: { farm: ReadonlySet<string>; honest: ReadonlySet<string> },
): Sighting {
  const [best = new Set<string>()] = groups.toSorted((one, two) =>
    two.intersection(farm).size - one.intersection(farm).size
  );
  return { accounts: best.intersection(farm).size, honest: best.intersection(honest).size };
}
