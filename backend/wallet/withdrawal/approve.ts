import { openClearances } from "../../../projections/wallet/clearances.ts";
import { unitsPaidSince } from "../../../projections/wallet/withdrawals.ts";
import type { CaseFileLeftClosed } from "../cases/events.ts";
import type { CaseSeen } from "../../contract/cases.ts";
import { lagosMonthStart } from "../../contract/policy.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { Overloaded } from "../../store/log/errors.ts";
import type { Metadata } from "../../store/log/event.ts";
import { shardLogs } from "../../store/log/shard.ts";
import { readPaid } from "./approvers.ts";
import { clearApproval, endClearance } from "./clear.ts";
import { type Cleared, decideCleared, Overtaken } from "./state.ts";
import { type Changed, withdrawalHandler, type WithdrawalRef } from "./withdrawals.ts";

/** An admin's approval. */
export type Approval = WithdrawalRef & {
  readonly adminId: string;
  readonly installation: string;
  readonly reason?: string;
  readonly caseHash?: string;
  readonly caseSeen: CaseSeen;
  /** The identity was proven for another name than that of this bank account. */
  readonly isOtherName?: boolean;
  /** As in `readApprovalFacts`. */
  readonly isForeignName?: boolean;
  readonly leftClosed?: CaseFileLeftClosed["data"];
};

/** What approving needs of the service. */
type Approving = { readonly store: Pick<Deps["store"], "execute" | "sql"> } & Pick<Deps, "now" | "log">;

/** An approval with its clearance; without the approval, the clearance is given back. */
type StoreApproval =
  | WithdrawalRef & Pick<Approval, "leftClosed"> & { readonly clearance: Cleared; readonly approval: Approval }
  | WithdrawalRef & { readonly approval: null };

/** Stores a cleared approval, at most once: the clearance is its key. The last one that is needed starts the payout. */
const storeApproval = withdrawalHandler<StoreApproval, { readonly monthUnits: number }>(
  "approveWithdrawal",
  (state, command) => {
    if (command.approval === null) return [];
    const { clearance, approval, monthUnits } = command;
    return decideCleared(state, { ...approval, clearance, monthUnits });
  },
  async (tx, { now }, commands) => {
    const paid = new Map<string, number>();
    for (const [shard, own] of Map.groupBy(commands, (command) => command.shard)) {
      const userIds = own.map(({ userId }) => userId);
      const units = await unitsPaidSince(tx, { shard, userIds, from: lagosMonthStart(now) });
      for (const [userId, one] of units) paid.set(userId, one);
    }
    return ({ userId }) => ({ monthUnits: paid.get(userId) ?? 0 });
  },
);

/** Two admins at one withdrawal overtake each other once or twice. */
const MOST_TRIES = 8;

/**
 * An admin approves, once; the last approval that is needed starts the payout. It is cleared where all approvals meet, and
 * then stored in the person's shard: no two can use the same rest of a limit, and no command holds both. Between the two
 * the clearance counts as if it were paid; where this breaks off, `sweepClearances` ends it.
 */
export async function approveWithdrawal(deps: Approving, approval: Approval, metadata: Metadata): Promise<Changed> {
  const { store } = deps;
  for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
    try {
      const paid = await readPaid(store.sql, { ...approval, now: deps.now() });
      const asked = { ...approval, paid };
      const { result: { clearance } } = await store.execute(clearApproval, asked, { logs: ["social"], metadata });
      if (clearance) return await storeCleared(deps, { approval, clearance }, metadata);
      const { status = "unknown", attempts = 0 } = paid.row ?? {};
      return { status, attempts, changed: false };
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
    }
  }
  throw new Overloaded(1_000, "Others decide on this payment at the same time: please try again soon");
}

async function storeCleared(
  deps: Approving,
  { approval, clearance }: { readonly approval: Approval; readonly clearance: Cleared },
  metadata: Metadata,
): Promise<Changed> {
  const { clearanceId } = clearance;
  const { shard, userId, withdrawalId, leftClosed } = approval;
  const end = (isUsed: boolean) =>
    deps.store.execute(endClearance, { clearanceId, isUsed }, { logs: ["social"], metadata });
  try {
    const storing = { shard, userId, withdrawalId, clearance, approval, ...(leftClosed && { leftClosed }) };
    const { result, repeated } = await deps.store.execute(
      storeApproval,
      storing,
      keyedBy(clearanceId, { shard, metadata }),
    );
    // The sweeper took this process for gone.
    if (repeated && !result.changed) throw new Overtaken();
    await end(result.changed);
    return result;
  } catch (error) {
    // After any other failure it may be stored yet: the sweeper asks the shard.
    if (error instanceof Refusal || error instanceof Overtaken) await end(false);
    throw error;
  }
}

function keyedBy(clearanceId: string, { shard, metadata }: { readonly shard: number; readonly metadata: Metadata }) {
  return { logs: shardLogs(shard), metadata, commandId: clearanceId, content: { clearanceId } };
}

/** A clearance that is so old was left behind: its approval was stored long ago, or its process is gone. */
const LEFT_MS = 60_000;

/**
 * Ends the clearances that were left behind. The shard says under the clearance's key whether the approval was stored; if
 * not, the key is used up, and it never can be: then its limit comes back.
 */
export async function sweepClearances(deps: Approving, signal?: AbortSignal): Promise<void> {
  for (const left of await openClearances(deps.store.sql, deps.now() - LEFT_MS)) {
    if (signal?.aborted) return;
    const { clearanceId, shard, userId, withdrawalId, actor } = left;
    const metadata = { actor };
    const asking = { shard, userId, withdrawalId, approval: null };
    try {
      const { result } = await deps.store.execute(storeApproval, asking, keyedBy(clearanceId, { shard, metadata }));
      const ending = { clearanceId, isUsed: result.changed };
      await deps.store.execute(endClearance, ending, { logs: ["social"], metadata: { actor: "system:payouts" } });
    } catch (error) {
      deps.log(`The clearance ${clearanceId} cannot be ended`, error);
    }
  }
}
