import type { CaseSeen } from "../../contract/cases.ts";
import { shardLogs } from "../../store/log/shard.ts";
import type { LogName } from "../../store/log/event.ts";
import { readApprovalFacts } from "./approvers.ts";
import { monthlyLimitsOf } from "./limits.ts";
import { type ApprovalFacts, decideApproval } from "./state.ts";
import { type About, withdrawalHandler } from "./withdrawals.ts";

type Approve = About & {
  readonly adminId: string;
  readonly installation: string;
  readonly reason?: string;
  readonly caseHash?: string;
  readonly caseSeen: CaseSeen;
  /** The identity was proven for another name than that of this bank account. */
  readonly isOtherName?: boolean;
};

/**
 * An admin approves, once; the last approval that is needed starts the payout. Who the admins are, and what days and
 * the month have paid, is read under the lock that payouts start under: no two can use the same rest of a limit.
 */
export const approveWithdrawal = withdrawalHandler<Approve, ApprovalFacts>(
  "approveWithdrawal",
  decideApproval,
  async (tx, scope, commands) => {
    const [factsOf, limitOf] = await Promise.all([
      readApprovalFacts(tx, scope, commands),
      monthlyLimitsOf(tx, commands.map(({ userId }) => userId), scope.now),
    ]);
    return (command, decided) => ({ ...factsOf(command, decided), limit: limitOf(command) });
  },
);

/** The logs of an approval. With `social`: who the admins are, and what other shards pay meanwhile, stays as it was read. */
export function approvalLogs(shard: number): readonly LogName[] {
  return [...shardLogs(shard), "social"];
}
