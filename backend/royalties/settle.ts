import { readPolicies } from "../../projections/admin/policies.ts";
import { creatorsWithDueRoyalties, youngRoyalties } from "../../projections/royalties/royalties.ts";
import type { Policy } from "../contract/policy_rules.ts";
import type { Deps } from "../deps.ts";
import type { CommandHandler } from "../store/log/command.ts";
import { shardLogs } from "../store/log/shard.ts";
import { type GroupDebts, loadDebts, payDebts } from "../wallet/debt/debts.ts";
import { type GroupSettling, loadSettling } from "../wallet/settling/settling.ts";
import { type Creator, type GroupRoyalties, loadRoyalties, settleRoyalties } from "./holding.ts";
import { holdKey } from "./state.ts";

const METADATA = { actor: "system:royalties" };
const AT_ONCE = 200;

/** A creator, and what of each royalty young money brought: units by `holdKey`. */
type Due = Creator & { readonly young: ReadonlyMap<string, number> };

type Settling = GroupRoyalties & { readonly debts: GroupDebts; readonly settling: GroupSettling };

/**
 * Makes a creator's royalties available whose time is over, unless a human has frozen what settles of this account, and
 * but for what young money brought. What the creator owes is paid first of what is left of them after tax.
 */
const settleDueOf: CommandHandler<Due, Settling, { settled: number }, readonly Policy[]> = {
  name: "settleRoyalties",
  facts: readPolicies,
  async load(tx, creators, scope) {
    const people = creators.map(({ shard, creatorId }) => ({ shard, userId: creatorId }));
    return {
      ...await loadRoyalties(tx, scope, creators),
      debts: await loadDebts(tx, scope, people),
      settling: await loadSettling(tx, scope, people),
    };
  },
  decide({ debts, settling, ...group }, creator, { now }) {
    const owner = { shard: creator.shard, userId: creator.creatorId };
    const isFrozen = settling.streams.of(owner).frozen !== undefined;
    const settled = isFrozen ? [] : settleRoyalties(group, creator, {
      isDue: ({ until }) => until <= now,
      youngUnits: (hold) => creator.young.get(holdKey(hold)) ?? 0,
    });
    const paid = settled.length > 0 ? payDebts(debts, owner) : [];
    return { appends: [...settled, ...paid], result: { settled: settled.length } };
  },
};

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
