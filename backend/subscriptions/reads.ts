import { countedOnDays } from "../../projections/trust/listening_evidence.ts";
import { countedBetween } from "../../projections/listening/plays.ts";
import { policyAt, readPolicies } from "../../projections/admin/policies.ts";
import { subscriptionHistory } from "../../projections/subscriptions/subscriptions.ts";
import { tokensOf } from "../contract/money.ts";
import { lagosDay } from "../contract/policy.ts";
import type { PremiumUse } from "../contract/subscriptions.ts";
import type { Deps } from "../deps.ts";
import { partDays, premiumDays, useOn } from "./state.ts";

const HISTORY = 500;
/** Saved music is 160 kbit/s. */
const BYTES_PER_MS = 20;

/** What Premium has been worth to a person so far. */
export async function premiumUseOf(deps: Deps, userId: string): Promise<PremiumUse> {
  const { sql } = deps.store;
  const now = deps.now();
  const [history, policies] = await Promise.all([subscriptionHistory(sql, userId, HISTORY), readPolicies(sql)]);
  const spans = premiumDays(history.toReversed(), now);
  const [first] = spans;
  if (!first) return { since: null, plays: 0, extraPlays: 0, savedTokens: 0, offlinePlays: 0, savedBytes: 0 };
  const listener = { shard: deps.shardOf(userId), listenerId: userId };
  const [days, parts] = await Promise.all([
    countedOnDays(sql, listener, { from: lagosDay(first.from), to: lagosDay(now) }),
    Promise.all(
      partDays(spans, now).map(async (part) => ({
        day: part.day,
        ...await countedBetween(sql, listener, part),
      })),
    ),
  ]);
  const { dailyFreePlays, extraPlayUnits } = policyAt(policies, now);
  const { plays, extraPlays, offlinePlays, offlineMs } = useOn(days, { spans, parts, dailyFreePlays });
  return {
    since: new Date(first.from).toISOString(),
    ...{ plays, extraPlays, offlinePlays },
    savedTokens: tokensOf(extraPlays * extraPlayUnits),
    savedBytes: offlineMs * BYTES_PER_MS,
  };
}
