import type { SystemHealth } from "../../contract/admin_stats.ts";
import { tokensOf } from "../../contract/money.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import { poolUsedOn } from "../../../projections/listening/reward_credit.ts";
import { countFailedLogins } from "../../../projections/accounts/failed_logins.ts";
import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import { lastReconciliations } from "../../../projections/wallet/reconciliations.ts";
import { isOutgoing } from "../../mails/again.ts";
import { lastVerification } from "../../store/chain/last_verification.ts";
import { relaysAway } from "../../store/jobs/relay.ts";

const DAY_MS = 24 * 3_600_000;

/** The state of the service: followers, waiting jobs, the last verification, and what is left of today's pool. */
export async function systemHealth(deps: Deps): Promise<SystemHealth> {
  const { sql } = deps.store;
  const [lag, jobs, providerBalance, verified, [reconciled], rewardPool, failed, [away]] = await Promise.all([
    deps.store.lag(),
    deps.jobs.counts(),
    deps.providerBalance.read(),
    lastVerification(sql),
    lastReconciliations(sql, 1),
    poolOf(deps),
    countFailedLogins(sql, deps.now() - DAY_MS),
    relaysAway(sql),
  ]);
  const behind = lag.map(({ name, position, head }) => ({ name, events: head - position }));
  const worst = behind.reduce((most, one) => one.events > most.events ? one : most, { name: "", events: 0 });
  const count = (state: string) => jobs.filter((row) => row.state === state).reduce((sum, row) => sum + row.count, 0);
  const mails = (state: string) =>
    jobs.filter((row) => row.state === state && isOutgoing(row.kind)).reduce((sum, row) => sum + row.count, 0);
  return {
    lag: {
      events: worst.events,
      slowest: worst.events > 0 ? worst.name : null,
      followers: new Set(lag.map((row) => row.name)).size,
    },
    jobs: { waiting: count("waiting"), running: count("running"), failed: count("failed") },
    ...{ mailsWaiting: mails("waiting"), mailsFailed: mails("failed"), mailsHeld: away?.reason ?? null },
    providerBalance,
    lastVerify: verified ? { ...verified, at: new Date(verified.at).toISOString() } : null,
    lastReconciliation: reconciled
      ? {
        day: reconciled.day,
        at: new Date(reconciled.doneAt).toISOString(),
        differences: reconciled.differences.length,
      }
      : null,
    failedLogins: {
      count: failed.failures,
      lastAt: failed.lastAt === undefined ? null : new Date(failed.lastAt).toISOString(),
    },
    rewardPool,
  };
}

async function poolOf(deps: Deps): Promise<SystemHealth["rewardPool"]> {
  const { sql } = deps.store;
  const now = deps.now();
  const [policies, used] = await Promise.all([readPolicies(sql), poolUsedOn(sql, lagosDay(now))]);
  const daily = policyAt(policies, now).dailyPoolUnits;
  return { daily: tokensOf(daily), left: tokensOf(Math.max(0, daily - used.all)) };
}
