import { Hono } from "hono";
import { tokensOf } from "../contract/money.ts";
import type { WithdrawalSummary } from "../contract/wallet.ts";
import type { Deps } from "../deps.ts";
import { requireUser } from "../http/session.ts";
import { policyAt, readPolicies } from "../../projections/policies.ts";
import { walletSummary } from "../../projections/wallets.ts";

/** What a user has, waits for and may take out. */
export function walletRoutes(deps: Deps) {
  return new Hono().get("/api/v1/withdrawal-summary", requireUser(deps), async (c) => {
    const [summary, policies] = await Promise.all([
      walletSummary(deps.store.sql, deps.shardOf(c.var.session.userId), c.var.session.userId),
      readPolicies(deps.store.sql),
    ]);
    const { minimumWithdrawalUnits } = policyAt(policies, deps.now());
    const answer: WithdrawalSummary = {
      availableBalance: tokensOf(summary.availableUnits),
      pendingWithdrawal: tokensOf(summary.reservedUnits),
      totalEarned: tokensOf(summary.earnedUnits),
      canWithdraw: summary.availableUnits >= minimumWithdrawalUnits && summary.reservedUnits === 0,
      minimumWithdrawal: tokensOf(minimumWithdrawalUnits),
    };
    return c.json(answer, 200);
  });
}

export type WalletApi = ReturnType<typeof walletRoutes>;
