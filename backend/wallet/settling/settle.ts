import { readPolicies } from "../../../projections/admin/policies.ts";
import { type DueListener, dueListeners } from "../../../projections/wallet/settling.ts";
import type { Deps } from "../../deps.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { loadDebts, payDebts } from "../debt/debts.ts";
import { appendsOf, loadSettling, nextTransferId, type Owner, settlesAt, settlings } from "./settling.ts";
import type { SettlingEvent } from "./events.ts";
import { decideSettling } from "./state.ts";

const METADATA = { actor: "system:settling" };
const AT_ONCE = 200;

/**
 * Moves what is due at the moment of the command to what its listener can spend, in one transfer. What the listener owes
 * is paid of it first.
 */
export const settleRewards = settlings.handler("settleRewards", {
  id: (owner: Owner) => owner,
  // What is due was recorded before the moment of the group, under a policy that was known by then.
  facts: readPolicies,
  async beside(tx, owners, scope) {
    return { settling: await loadSettling(tx, scope, owners), debts: await loadDebts(tx, scope, owners) };
  },
  decide: (state, owner, { streams, facts: policies, now }) =>
    state.frozen ? [] : decideSettling(state, {
      userId: owner.userId,
      transferId: nextTransferId({ streams }, owner),
      isDue: (reward) => settlesAt(policies, reward) <= now,
    }),
  appends: (events, owner, { beside: { settling, debts } }) => [
    ...appendsOf(settling, owner, events),
    ...unitsOf(events) > 0 ? payDebts(debts, owner) : [],
  ],
  result: ({ events }) => ({ units: unitsOf(events) }),
});

function unitsOf([settled]: readonly SettlingEvent[]): number {
  return settled?.type === "RewardsSettled" ? settled.data.units : 0;
}

/** Settles what is due, of everyone. Another process that does the same at the same time finds it done. */
export async function settleDue(deps: Pick<Deps, "store" | "now">, signal?: AbortSignal): Promise<void> {
  const policies = await readPolicies(deps.store.sql);
  const now = deps.now();
  let last: DueListener | undefined;
  do {
    const due = await dueListeners(deps.store.sql, { now, policies, after: last, limit: AT_ONCE });
    await Promise.all(
      due.map((owner) =>
        deps.store.execute(settleRewards, owner, { logs: shardLogs(owner.shard), metadata: METADATA, lane: "bulk" })
      ),
    );
    last = due.length === AT_ONCE ? due.at(-1) : undefined;
  } while (last && !signal?.aborted);
}
