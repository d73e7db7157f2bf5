import type { Settlement } from "../../projections/royalties/withheld_tax.ts";
import { WHOLE } from "../contract/splits.ts";

/** What a settled dispute let go when it was settled: all of it, and the collaborator's part; units. */
export interface Released {
  readonly units: number;
  readonly theirs: number;
}

/** A settlement of what a dispute held, as it belongs to one of the two. */
interface Attributed extends Settlement {
  readonly creatorId: string;
}

/** What is the collaborator's of the first `units` that a dispute let go: of each release its part, rounded down. */
function theirsOf(releases: readonly Released[], part: number, units: number): number {
  let [theirs, left] = [0, units];
  for (const release of releases) {
    if (left >= release.units) theirs += release.theirs;
    else return theirs + Math.floor(left * part / WHOLE);
    left -= release.units;
  }
  return theirs;
}

/**
 * Says of each settlement that a dispute held, and let go since, what is the collaborator's and what the owner's: net
 * as it was paid out, the tax in the same proportion, rounded down for the collaborator. Both parts sum to the
 * settlement; what has not been let go belongs to neither yet. `settlements` and `releases` in their order, `part` in
 * basis points.
 */
export function attribute(
  { settlements, releases, part }: {
    readonly settlements: readonly Settlement[];
    readonly releases: readonly Released[];
    readonly part: number;
  },
  { creatorId, ownerId }: { readonly creatorId: string; readonly ownerId: string },
): { readonly attributed: Attributed[]; readonly left: Settlement[] } {
  const released = releases.reduce((sum, { units }) => sum + units, 0);
  const [attributed, left]: [Attributed[], Settlement[]] = [[], []];
  let before = 0;
  for (const settlement of settlements) {
    const { grossUnits, withheldUnits } = settlement;
    const net = grossUnits - withheldUnits;
    const after = before + net;
    if (after > released || released === 0) left.push(settlement);
    else {
      const theirNet = theirsOf(releases, part, after) - theirsOf(releases, part, before);
      const theirTax = Math.floor(net === 0 ? withheldUnits * part / WHOLE : withheldUnits * theirNet / net);
      const theirs = { grossUnits: theirNet + theirTax, withheldUnits: theirTax };
      const owners = { grossUnits: grossUnits - theirs.grossUnits, withheldUnits: withheldUnits - theirTax };
      attributed.push(
        ...[{ creatorId, ...theirs }, { creatorId: ownerId, ...owners }]
          .filter((one) => one.grossUnits > 0)
          .map((one) => ({ ...settlement, ...one })),
      );
    }
    before = after;
  }
  return { attributed, left };
}
