import { readPolicies } from "../../../projections/admin/policies.ts";
import { type DueListener, dueListeners } from "../../../projections/wallet/settling.ts";
import type { Policy } from "../../contract/policy_rules.ts";
import type { Deps } from "../../deps.ts";
import type { CommandHandler } from "../../store/log/command.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { type GroupDebts, loadDebts, payDebts } from "../debt/debts.ts";
import { appendsOf, type GroupSettling, loadSettling, nextTransferId, type Owner, settlesAt } from "./settling.ts";
import { decideSettling } from "./state.ts";

const METADATA = { actor: "system:settling" };
const AT_ONCE = 200;

type Settling = GroupSettling & { readonly policies: readonly Policy[]; readonly debts: GroupDebts };

/**
 * Moves what is due at the moment of the command to what its listener can spend, in one transfer. What the listener owes
 * is paid of it first.
 */
export const settleRewards: CommandHandler<Owner, Settling, { units: number }, readonly Policy[]> = {
  name: "settleRewards",
  // What is due was recorded before the moment of the group, under a policy that was known by then.
  facts: readPolicies,
  async load(tx, owners, scope) {
    const group = await loadSettling(tx, scope, owners);
    return { ...group, policies: scope.facts, debts: await loadDebts(tx, scope, owners) };
  },
  decide(group, owner, { now }) {
    const state = group.streams.of(owner);
    const events = state.frozen ? [] : decideSettling(state, {
      userId: owner.userId,
      transferId: nextTransferId(group, owner),
      isDue: (reward) => settlesAt(group.policies, reward) <= now,
    });
    const [settled] = events;
    const units = settled?.type === "RewardsSettled" ? settled.data.units : 0;
    const settledAppends = appendsOf(group, owner, events);
    const paid = units > 0 ? payDebts(group.debts, owner) : [];
    return { appends: [...settledAppends, ...paid], result: { units } };
  },
};

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
