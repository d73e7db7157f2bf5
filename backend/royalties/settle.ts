import { readPolicies } from "../../projections/admin/policies.ts";
import { creatorsWithDueRoyalties, youngRoyalties } from "../../projections/royalties/royalties.ts";
import type { Deps } from "../deps.ts";
import { shardLogs } from "../store/log/shard.ts";
import { loadDebts, payDebts } from "../wallet/debt/debts.ts";
import { loadSettling } from "../wallet/settling/settling.ts";
import { type Creator, decideDue, loadRoyalties, royaltyAppends, royaltyHolds } from "./holding.ts";
import { holdKey } from "./state.ts";

const METADATA = { actor: "system:royalties" };
const AT_ONCE = 200;

/** A creator, and what of each royalty young money brought: units by `holdKey`. */
type Due = Creator & { readonly young: ReadonlyMap<string, number> };

function ownerOf({ shard, creatorId: userId }: Creator) {
  return { shard, userId };
}

/**
 * Makes a creator's royalties available whose time is over, unless a human has frozen what settles of this account, and
 * but for what young money brought. What the creator owes is paid first of what is left of them after tax.
 */
const settleDueOf = royaltyHolds.handler("settleRoyalties", {
  id: (creator: Due) => creator,
  facts: readPolicies,
  async beside(tx, creators, scope) {
    const people = creators.map(ownerOf);
    return {
      royalties: await loadRoyalties(tx, scope, creators),
      debts: await loadDebts(tx, scope, people),
      settling: await loadSettling(tx, scope, people),
    };
  },
  decide(_, creator, { beside: { royalties, settling }, now }) {
    const isFrozen = settling.streams.of(ownerOf(creator)).frozen !== undefined;
    return isFrozen ? [] : decideDue(royalties, creator, {
      isDue: ({ until }) => until <= now,
      youngUnits: (hold) => creator.young.get(holdKey(hold)) ?? 0,
    });
  },
  appends: (events, creator, { beside: { royalties, debts } }) => [
    ...royaltyAppends(royalties, creator, events),
    ...events.length > 0 ? payDebts(debts, ownerOf(creator)) : [],
  ],
  result: () => undefined,
});

/** Settles all royalties that are due. Another process that does the same at the same time finds it done. */
export async function settleDueRoyalties(deps: Pick<Deps, "store" | "now">, signal?: AbortSignal): Promise<void> {
  let after: string | undefined;
  do {
    const now = deps.now();
    const due = await creatorsWithDueRoyalties(deps.store.sql, { now, after, limit: AT_ONCE });
    const young = await youngRoyalties(deps.store.sql, { creatorIds: due.map(({ creatorId }) => creatorId), now });
    await Promise.all(
      due.map((creator) => {
        const options = { logs: shardLogs(creator.shard), metadata: METADATA, lane: "bulk" } as const;
        const units = new Map<string, number>();
        for (const { units: one, ...part } of young.get(creator.creatorId) ?? []) {
          units.set(holdKey(part), (units.get(holdKey(part)) ?? 0) + one);
        }
        return deps.store.execute(settleDueOf, { ...creator, young: units }, options);
      }),
    );
    after = due.length === AT_ONCE ? due.at(-1)?.creatorId : undefined;
  } while (after !== undefined && !signal?.aborted);
}
