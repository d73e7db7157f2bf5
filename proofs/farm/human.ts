import { newId } from "../../backend/contract/ids.ts";
import { freeze } from "../../backend/wallet/settling/freeze.ts";
import { voidRewards } from "../../backend/wallet/settling/void.ts";
import { linkedGroups, SMALLEST_GROUP } from "./groups.ts";
import type { TownService } from "./service.ts";

/** A human freezes only a group that is hardly anything but a farm. */
const FARM_SHARE = 0.9;
const AT_ONCE = 50;

/** What an admin does who looks at the groups: freezes what settles of those that are farms, and voids it. */
export async function freezeFarms({ deps }: TownService, farmed: ReadonlySet<string>): Promise<void> {
  const by = `user:${newId()}`;
  const seen = (await linkedGroups(deps)).filter((group) => {
    return group.size >= SMALLEST_GROUP && group.intersection(farmed).size >= group.size * FARM_SHARE;
  });
  const members = seen.flatMap((group) => [...group]);
  for (let from = 0; from < members.length; from += AT_ONCE) {
    await Promise.all(
      members.slice(from, from + AT_ONCE).map(async (userId) => {
        const decided = { userId, reason: "These accounts listen together for one artist", by };
        await freeze(deps, decided);
        await voidRewards(deps, { ...decided, what: {} });
      }),
    );
  }
}
