import { policyAt, readPolicies } from "../../projections/policies.ts";
import { usersWithOpenWithdrawal } from "../../projections/withdrawals.ts";
import type { WithdrawalStatus } from "../contract/wallet.ts";
import type { Policy } from "../contract/policy.ts";
import { availableAccount } from "../ledger/transfer.ts";
import type { CommandHandler } from "../store/command.ts";
import { decideApproval, decideApprovalWithdrawal, decideCancel, decideRejection, decideRequest } from "./decide.ts";
import { decideAnswer, decideAttempt, decidePostponed, decideRefused, type PayoutFacts } from "./decide_payout.ts";
import { decideCodeGiven, decideResolution, decideRetry, type Resolution } from "./decide_resolution.ts";
import type { Withdrawal } from "./decide_state.ts";
import type { WithdrawalEvent, WithdrawalRequested } from "./events.ts";
import { type About, Withdrawals } from "./commands_state.ts";

export interface RequestWithdrawal {
  readonly shard: number;
  readonly userId: string;
  readonly units: number;
  readonly bank: Pick<WithdrawalRequested["data"], "bankDetails" | "accountHash" | "warnings">;
}

interface RequestState {
  readonly withdrawals: Withdrawals;
  readonly open: Set<string>;
  readonly policies: readonly Policy[];
}

/** Reserves the amount and asks for it to be paid out. One open request a user; a refusal stays one. */
export const requestWithdrawal: CommandHandler<RequestWithdrawal, RequestState, { withdrawalId: string }> = {
  name: "requestWithdrawal",
  refusalsStick: true,
  async load(tx, commands, scope) {
    const withdrawals = scope.share(Withdrawals);
    const [policies, , ...open] = await Promise.all([
      readPolicies(tx),
      withdrawals.load(tx, scope, { owners: commands }),
      ...[...Map.groupBy(commands, (command) => command.shard)].map(([shard, list]) =>
        usersWithOpenWithdrawal(tx, shard, list.map((command) => command.userId))
      ),
    ]);
    return { withdrawals, policies, open: new Set(open.flatMap((users) => [...users])) };
  },
  decide({ withdrawals, open, policies }, command, { now, newId }) {
    const { userId, units, bank } = command;
    const withdrawalId = newId();
    const events = decideRequest({
      ...{ withdrawalId, userId, units, bank },
      availableUnits: withdrawals.balances.of(availableAccount(userId)),
      hasOpenRequest: open.has(userId),
      policy: policyAt(policies, now),
    });
    const appends = withdrawals.add({ ...command, withdrawalId }, events);
    open.add(userId);
    return { appends, result: { withdrawalId } };
  },
};

interface Review {
  readonly adminId: string;
  readonly reason?: string;
  readonly caseHash?: string;
}

/** How the withdrawal stands after a command, and whether the command changed it. */
export type Changed = { status: WithdrawalStatus | "unknown"; attempts: number; changed: boolean };

/** An admin approves, once; the last approval that is needed starts the payout. */
export const approveWithdrawal = withdrawalHandler<Review>("approveWithdrawal", decideApproval);

/** An admin says no; what was reserved goes back. */
export const rejectWithdrawal = withdrawalHandler<Review>("rejectWithdrawal", decideRejection);

/** An admin takes the own approval back, before anything was sent. */
export const withdrawApproval = withdrawalHandler<Review>("withdrawApproval", decideApprovalWithdrawal);

/** An admin ends what is uncertain. */
export const resolvePayout = withdrawalHandler<Resolution>("resolvePayout", decideResolution);

/** Keeps that an admin asked for a payout to be looked at again. */
export const askRetry = withdrawalHandler<Review>("askRetry", decideRetry);

/** Keeps that an admin gave the provider its one-time code. */
export const noteCodeGiven = withdrawalHandler<Review>("noteCodeGiven", decideCodeGiven);

/** The owner takes it back. */
export const cancelWithdrawal = withdrawalHandler<unknown>("cancelWithdrawal", decideCancel);

/** Notes that the provider is about to be called for the n-th time; `changed` says that the caller may. */
export const attemptPayout = withdrawalHandler<{ readonly attempt: number }>("attemptPayout", decideAttempt);

/** Applies the provider's answer about the reference: the only way a payout moves. */
export const notePayout = withdrawalHandler<PayoutFacts>("notePayout", decideAnswer);

/** Nothing was created: the request waits for admins again. */
export const postponePayout = withdrawalHandler<{ readonly reason: string; readonly attempt: number }>(
  "postponePayout",
  decidePostponed,
);

/** The provider refused for good: what was reserved goes back. */
export const refusePayout = withdrawalHandler<{ readonly reason: string; readonly attempt: number }>(
  "refusePayout",
  decideRefused,
);

function withdrawalHandler<More>(
  name: string,
  decide: (state: Withdrawal | undefined, command: About & More, now: number) => WithdrawalEvent[],
): CommandHandler<About & More, Withdrawals, Changed> {
  return {
    name,
    async load(tx, commands, scope) {
      const withdrawals = scope.share(Withdrawals);
      await withdrawals.load(tx, scope, { owners: commands, ids: commands });
      return withdrawals;
    },
    decide(withdrawals, command, { now }) {
      const events = decide(withdrawals.of(command.withdrawalId), command, now);
      const appends = withdrawals.add(command, events);
      const after = withdrawals.of(command.withdrawalId);
      return {
        appends,
        result: { status: after?.status ?? "unknown", attempts: after?.attempts ?? 0, changed: events.length > 0 },
      };
    },
  };
}
