import { levelsOf } from "../../../projections/levels.ts";
import { policyAt, readPolicies } from "../../../projections/policies.ts";
import { unitsPaidSince, type WithdrawalRow } from "../../../projections/withdrawals.ts";
import { lagosMonthStart } from "../../contract/policy.ts";
import type { Policy } from "../../contract/policy_rules.ts";
import type { Deps } from "../../deps.ts";
import type { Sql, Tx } from "../../store/sql.ts";
import { isProvenFor } from "../../trust/identity/reads.ts";
import { openBanks } from "../banks/details.ts";
import { isOverLimit, type MonthlyLimit } from "./state.ts";

/** What this Lagos month may still pay to each of these people. */
export async function monthlyLimitsOf(
  sql: Sql | Tx,
  userIds: readonly string[],
  now: number,
): Promise<(person: { readonly userId: string; readonly isOtherName?: boolean }) => MonthlyLimit> {
  const [policies, levels, paid] = await Promise.all([
    readPolicies(sql),
    levelsOf(sql, userIds),
    unitsPaidSince(sql, { userIds, from: lagosMonthStart(now) }),
  ]);
  const policy = policyAt(policies, now);
  return ({ userId, isOtherName = false }) => {
    return limitOf(policy, { level: levels.get(userId) ?? 0, paidUnits: paid.get(userId) ?? 0, isOtherName });
  };
}

/** What a month may pay to a person of a trust level. */
export function limitOf(
  { monthlyWithdrawalUnitsLevel1: most }: Policy,
  { level, paidUnits, isOtherName }: Omit<MonthlyLimit, "units"> & { readonly level: number },
): MonthlyLimit {
  const isLimited = isOtherName || level < 2;
  return { units: isLimited ? most : undefined, paidUnits, isOtherName };
}

/** Whether nobody can pay a request before its person has proven their identity. */
export async function needsIdentity(
  deps: Pick<Deps, "store" | "personal" | "now">,
  row: WithdrawalRow,
): Promise<boolean> {
  return isOverLimit(await limitFor(deps, row), row.units);
}

/** The same for one request: a proven identity counts for bank accounts in its name. */
export async function limitFor(
  deps: Pick<Deps, "store" | "personal" | "now">,
  row: WithdrawalRow,
): Promise<MonthlyLimit> {
  const { userId } = row;
  const [[bank], limitOf] = await Promise.all([
    openBanks(deps, [row]),
    monthlyLimitsOf(deps.store.sql, [userId], deps.now()),
  ]);
  return limitOf({ userId, isOtherName: !await isProvenFor(deps, userId, bank?.accountName ?? "") });
}
