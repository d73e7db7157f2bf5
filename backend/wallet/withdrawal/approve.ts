import type { CommandHandler } from "../../store/log/command.ts";
import { monthlyLimitsOf } from "./limits.ts";
import { decideApproval, type MonthlyLimit, NO_LIMIT } from "./state.ts";
import { type About, withdrawalHandler } from "./withdrawals.ts";

type Approve = About & {
  readonly adminId: string;
  readonly installation: string;
  readonly reason?: string;
  readonly caseHash?: string;
  /** The identity was proven for another name than that of this bank account. */
  readonly isOtherName?: boolean;
};

const approval = withdrawalHandler<Approve & { readonly limit: MonthlyLimit }>("approveWithdrawal", decideApproval);

type Approving = Awaited<ReturnType<typeof approval.load>>;

/**
 * An admin approves, once; the last approval that is needed starts the payout. What the month has paid is read under the
 * lock that payouts start under: no two can use the same rest of it.
 */
export const approveWithdrawal: CommandHandler<
  Approve,
  { readonly loaded: Approving; readonly limitOf: (command: Approve) => MonthlyLimit },
  ReturnType<typeof approval.decide>["result"]
> = {
  name: approval.name,
  async load(tx, commands, scope) {
    const withLimits = commands.map((command) => ({ ...command, limit: NO_LIMIT }));
    const [loaded, limitOf] = await Promise.all([
      approval.load(tx, withLimits, scope),
      monthlyLimitsOf(tx, commands.map(({ userId }) => userId), scope.now),
    ]);
    return { loaded, limitOf };
  },
  decide({ loaded, limitOf }, command, context) {
    return approval.decide(loaded, { ...command, limit: limitOf(command) }, context);
  },
};
