import { countedOn, findDays } from "../../../projections/listening/reward_credit.ts";
import { owedBy } from "../../../projections/wallet/debts.ts";
import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import { walletSummary } from "../../../projections/wallet/wallets.ts";
import type { Earning } from "../../contract/earning.ts";
import type { FreePlays } from "../../contract/listening.ts";
import { tokensOf } from "../../contract/money.ts";
import { lagosDay } from "../../contract/policy.ts";
import { dailyUnitsOf } from "../../contract/policy_rules.ts";
import { isLevel1Closed, type LevelAnswer, stepText } from "../../contract/trust.ts";
import type { Deps } from "../../deps.ts";
import { levelOf } from "../../trust/level/reads.ts";

/** What a person earns, from the free plays of today (`free`) and the books. */
export async function earningOf(deps: Deps, userId: string, free: FreePlays): Promise<Earning> {
  const { sql } = deps.store;
  const shard = deps.shardOf(userId);
  const key = { listenerId: userId, day: lagosDay(deps.now()) };
  const [level, policies, [day], [counted], wallet, owed] = await Promise.all([
    levelOf(deps, userId),
    readPolicies(sql),
    findDays(sql, shard, [key]),
    countedOn(sql, shard, [key]),
    walletSummary(sql, shard, userId),
    owedBy(sql, { shard, userId }),
  ]);
  const policy = policyAt(policies, deps.now());
  const dayUnits = Math.floor(policy.dailyRewardedMs / policy.rewardMsPerUnit);
  const { availableUnits, settlingUnits, reservedUnits, earnedUnits } = wallet;
  const goalUnits = policy.minimumWithdrawalUnits;
  return {
    today: {
      earned: tokensOf(day?.units ?? 0),
      limit: tokensOf(Math.min(dailyUnitsOf(policy, level.level), dayUnits)),
      plays: counted?.plays ?? 0,
      freePlaysLeft: free.remainingFreePlays,
      freePlayLimit: free.freePlayLimit,
      ...(free.earningNotice !== undefined && { notice: free.earningNotice }),
    },
    pool: { left: free.poolTokensLeftToday },
    settling: tokensOf(settlingUnits),
    withdrawable: tokensOf(availableUnits),
    goal: {
      amount: tokensOf(goalUnits),
      left: tokensOf(Math.max(0, goalUnits + owed - availableUnits - settlingUnits)),
      isFirst: reservedUnits === 0 && earnedUnits < goalUnits,
    },
    level: { now: level.level, ...nextOf(level) },
  };
}

/** Where level 1 is closed an identity is the only way, and it gives as much. */
function nextOf(level: LevelAnswer): Pick<Earning["level"], "next"> {
  const { next } = level;
  if (!next) return {};
  const steps = isLevel1Closed(level)
    ? [{ text: "Prove your identity", done: 0, of: 1 }]
    : next.conditions.map((condition) => ({ text: stepText(condition), done: condition.have, of: condition.need }));
  return { next: { limit: next.dailyTokens, steps } };
}
