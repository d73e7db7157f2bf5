import { levelsOf } from "../../../projections/trust/levels.ts";
import { knownPolicies, policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import { unitsPaidSince, type WithdrawalRow } from "../../../projections/wallet/withdrawals.ts";
import { lagosMonthStart } from "../../contract/policy.ts";
import type { Policy } from "../../contract/policy_rules.ts";
import type { Refusal } from "../../contract/refusal.ts";
import type { TrustLevel } from "../../contract/trust.ts";
import type { Deps } from "../../deps.ts";
import type { Sql, Tx } from "../../store/sql.ts";
import { areInProvenNames } from "../../trust/identity/reads.ts";
import { openBanks } from "../banks/details.ts";
import { bankAccountMonths, provenOf } from "../terms/reads.ts";
import { monthLeft, notYetProven } from "../terms/state.ts";
import { isOverLimit, type MonthlyLimit } from "./state.ts";

/** What this Lagos month may still pay to each of these people. */
async function monthlyLimitsOf(
  sql: Sql | Tx,
  userIds: readonly string[],
  now: number,
): Promise<
  (person: {
    readonly userId: string;
    readonly isOtherName?: boolean;
    readonly bankAccountUnits?: number;
  }) => MonthlyLimit
> {
  const [policies, levels, paid] = await Promise.all([
    readPolicies(sql),
    levelsOf(sql, userIds),
    unitsPaidSince(sql, { userIds, from: lagosMonthStart(now) }),
  ]);
  const policy = policyAt(policies, now);
  return ({ userId, isOtherName = false, bankAccountUnits = 0 }) => {
    const paidUnits = paid.get(userId) ?? 0;
    return limitOf(policy, { level: levels.get(userId) ?? 0, paidUnits, bankAccountUnits, isOtherName });
  };
}

/** What a month may pay to a person of a trust level. */
export function limitOf(
  policy: Policy,
  { level, paidUnits, bankAccountUnits = 0, isOtherName }: Omit<MonthlyLimit, "units"> & {
    readonly level: TrustLevel;
    /** What the month has paid to the bank account, to all people below level 2. */
    readonly bankAccountUnits?: number;
  },
): MonthlyLimit {
  const isLimited = isOtherName || level < 2;
  if (!isLimited) return { units: undefined, paidUnits, isOtherName };
  const most = policy.monthlyWithdrawalUnitsLevel1;
  const left = monthLeft({ level, personUnits: paidUnits, bankAccountUnits }, policy) ?? most;
  return { units: Math.min(most, paidUnits + left), paidUnits, isOtherName };
}

/** Whether a request cannot be paid before its person has proven more: a phone and some days, or the identity. */
export async function needsIdentity(
  deps: Pick<Deps, "store" | "personal" | "now" | "texts" | "config">,
  row: WithdrawalRow,
): Promise<boolean> {
  if (await unprovenOf(deps, row.userId)) return true;
  const [limit] = await limitsFor(deps, [row]);
  return limit !== undefined && isOverLimit(limit, row.units);
}

/** Why a person is not paid yet, whatever they ask for; undefined for who may be. */
export async function unprovenOf(
  deps: Pick<Deps, "store" | "now" | "texts" | "config">,
  userId: string,
): Promise<Refusal | undefined> {
  const { sql } = deps.store;
  const now = deps.now();
  const [proven, policies] = await Promise.all([provenOf(deps, { sql, userId, now }), readPolicies(sql)]);
  return proven && notYetProven(proven, policyAt(policies, now));
}

/** What a summary says: why the person is not paid yet, and what this Lagos month may still pay. */
export async function termsNow(
  deps: Pick<Deps, "store" | "now" | "texts" | "config" | "kept">,
  userId: string,
): Promise<{ policy: Policy; unproven: Refusal | undefined; month: MonthlyLimit }> {
  const { sql } = deps.store;
  const now = deps.now();
  const [proven, paid, policies] = await Promise.all([
    provenOf(deps, { sql, userId, now }),
    unitsPaidSince(sql, { userIds: [userId], from: lagosMonthStart(now) }),
    knownPolicies(deps),
  ]);
  const policy = policyAt(policies, now);
  const paidUnits = paid.get(userId) ?? 0;
  return {
    policy,
    unproven: proven && notYetProven(proven, policy),
    month: limitOf(policy, { level: proven?.level ?? 0, paidUnits, isOtherName: false }),
  };
}

/** The same for requests, in their order: a proven identity counts for bank accounts in its name. */
export async function limitsFor(
  deps: Pick<Deps, "store" | "personal" | "now">,
  rows: readonly WithdrawalRow[],
): Promise<MonthlyLimit[]> {
  const { sql } = deps.store;
  const [banks, limitOf, months] = await Promise.all([
    openBanks(deps, rows),
    monthlyLimitsOf(sql, rows.map(({ userId }) => userId), deps.now()),
    bankAccountMonths(sql, rows.map(({ accountHash }) => accountHash), deps.now()),
  ]);
  const owners = rows.map(({ userId }, index) => ({ userId, accountName: banks[index]?.accountName ?? "" }));
  // Without a proof a person may be paid to all accounts as one whose identity is proven.
  const areProven = await areInProvenNames(deps, owners);
  return rows.map(({ userId, accountHash }, index) =>
    limitOf({ userId, isOtherName: areProven[index] === false, bankAccountUnits: months.get(accountHash) ?? 0 })
  );
}
