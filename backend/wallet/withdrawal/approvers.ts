import { clearanceMark, type ClearanceRow } from "../../../projections/wallet/clearances.ts";
import { hasOpened, openedBy } from "../../../projections/accounts/credential_changes.ts";
import { hasGift } from "../../../projections/gifts/gifts.ts";
import { levelsOf } from "../../../projections/trust/levels.ts";
import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import { sharesPhone } from "../../../projections/accounts/users.ts";
import {
  findWithdrawal,
  firstPaidAt,
  isAccountOfAny,
  type PaidSums,
  paidSums,
  unitsPaidSince,
  type WithdrawalRow,
} from "../../../projections/wallet/withdrawals.ts";
import { readApprover, sideOf } from "../../approvals/reads.ts";
import { lagosDay, lagosDayStart, lagosMonthStart } from "../../contract/policy.ts";
import type { Policy } from "../../contract/policy_rules.ts";
import type { Sql, Tx } from "../../store/sql.ts";
import { clearedUnits } from "../clearance/state.ts";
import { credentialHolds, moneyHolds } from "../gate.ts";
import { type Hold, laterHold } from "../hold.ts";
import { readPause } from "../pause/pause.ts";
import { bankAccountMonth, unprovenGiftMonth } from "../terms/reads.ts";
import { secondFor } from "../terms/state.ts";
import { limitOf } from "./limits.ts";
import type { ApprovalFacts } from "./state.ts";

const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;

/** Clearances live for moments. An older one that did not end may count its withdrawal twice: never too little. */
const LATELY_MS = 3_600_000;

/** Gifts of this long are looked at for givers who have not proven their identity. */
const GIFTS_SINCE_MS = 92 * DAY_MS;

const ENOUGH_DAYS = 14;
const MEAN_DAYS = 30;

/** What the shards say when an approval is asked for, read before its clearance is decided. */
interface PaidFacts extends Omit<PaidSums, "begun"> {
  /** Of clearances that were used after this, the sums may lack the withdrawal. */
  readonly mark: number;
  readonly row: WithdrawalRow | undefined;
  /** Withdrawals that are in the sums: no clearance of them counts beside. */
  readonly begun: ReadonlySet<string>;
  readonly monthUnits: number;
  /** What holds the person's money where it is. */
  readonly moneyHold: Hold | undefined;
  /** The approver's side has opened the account of someone whose gifts the person got. */
  readonly hasOpenedGiver: boolean;
  /** The approver's side has asked to be paid to the same bank account. */
  readonly isOwnAccount: boolean;
  /** What this month has paid to the bank account, to all people below level 2. */
  readonly bankAccountUnits: number;
  /** The most that givers below level 2 gave the person in a month. */
  readonly unprovenGiftUnits: number;
  readonly firstAt: number | undefined;
  readonly today: Today;
}

/** Which payouts count for today: what two sides have let go on since the last brake begins it anew. Epoch ms. */
interface Today {
  readonly dayStart: number;
  readonly since: number;
  readonly released: string | undefined;
}

/**
 * Reads what all shards have paid. The mark comes first: a payout that the sums lack began later than that, and its
 * clearance still counts.
 */
export async function readPaid(
  sql: Sql,
  { shard, userId, withdrawalId, adminId, now }: {
    readonly shard: number;
    readonly userId: string;
    readonly withdrawalId: string;
    readonly adminId: string;
    readonly now: number;
  },
): Promise<PaidFacts> {
  const mark = await clearanceMark(sql);
  const [row, { released }] = [await findWithdrawal(sql, withdrawalId), await readPause(sql)];
  const account = { userId, accountHash: row?.accountHash ?? "" };
  const today = todayOf(released, now);
  const side = await sideOf(sql, adminId);
  const [{ begun, ...sums }, month, holds, firstAt, isOwnAccount, hasOpenedGiver, bankAccountUnits, gifted] =
    await Promise.all([
      paidSums(sql, {
        ...{ ...account, ...today, except: today.released, from: today.dayStart - MEAN_DAYS * DAY_MS },
        ...{ day: now - DAY_MS, week: now - WEEK_MS, lately: now - LATELY_MS },
      }),
      unitsPaidSince(sql, { shard, userIds: [userId], from: lagosMonthStart(now) }),
      moneyHolds(sql, [{ shard, userId }], now),
      firstPaidAt(sql),
      isAccountOfAny(sql, account.accountHash, side),
      openedBy(sql, [adminId, ...side]).then((from) => hasGift(sql, { from, artistId: userId })),
      bankAccountMonth(sql, account.accountHash, now),
      unprovenGiftMonth(sql, userId, now - GIFTS_SINCE_MS),
    ]);
  return {
    ...{ ...sums, mark, row, today, firstAt, begun: new Set(begun) },
    ...{ monthUnits: month.get(userId) ?? 0, moneyHold: holds.get(userId), isOwnAccount, hasOpenedGiver },
    ...{ bankAccountUnits, unprovenGiftUnits: gifted },
  };
}

type Released = { readonly withdrawalId: string; readonly at: number } | undefined;

function todayOf(released: Released, now: number): Today {
  const dayStart = lagosDayStart(lagosDay(now));
  return { dayStart, since: Math.max(dayStart, released?.at ?? 0), released: released?.withdrawalId };
}

/** Whether the sums of today were read for another day, or before two sides let payouts go on. */
export function isOfAnotherDay({ today }: PaidFacts, released: Released, now: number): boolean {
  const { dayStart, since } = todayOf(released, now);
  return today.dayStart !== dayStart || today.since !== since;
}

/** An approval that is to be cleared, with what the shards said before. */
export interface ApprovalToClear {
  readonly userId: string;
  readonly withdrawalId: string;
  readonly adminId: string;
  readonly isOtherName?: boolean;
  /** The bank account is in another name than the person's, and not in the one that was proven. */
  readonly isForeignName?: boolean;
  readonly paid: PaidFacts;
}

/**
 * What an approval is decided on beside the withdrawal: who the admins are to each other and to the person, and what
 * was paid in the days before. Read under the lock of `social`, which all approvals pass: `cleared` answers what was
 * cleared up to then, in this group, too, so that two concurrent ones cannot both be the last that fits.
 */
export async function readApprovalFacts(
  tx: Tx,
  { userId, withdrawalId, adminId, isOtherName = false, isForeignName = false, paid }: ApprovalToClear,
  now: number,
): Promise<(cleared: readonly ClearanceRow[]) => ApprovalFacts> {
  const { row, day, week, begun } = paid;
  const { side, ...approver } = await readApprover(tx, { adminId, earlier: row?.approvals ?? [], except: userId, now });
  const [credentials, hasOpenedPayee, hasOwnPhone, policies, levels, { released }] = await Promise.all([
    credentialHolds(tx, [userId], now),
    hasOpened(tx, { by: [adminId, ...side], userIds: [userId] }),
    sharesPhone(tx, userId, [adminId, ...side]),
    readPolicies(tx),
    levelsOf(tx, [userId]),
    readPause(tx),
  ]);
  const policy = policyAt(policies, now);
  const hold = laterHold(credentials.get(userId), paid.moneyHold);
  const hasOpenedAccount = hasOpenedPayee || paid.hasOpenedGiver;
  return (cleared) => {
    const about = { withdrawalId, userId, accountHash: row?.accountHash ?? "", side, begun };
    const more = clearedUnits(cleared, about);
    const plus = ({ user, account, aloneBy }: PaidFacts["day"]) => ({
      user: user + more.user,
      account: account + more.account,
      alone: side.reduce((sum, admin) => sum + (aloneBy.get(admin) ?? 0), 0) + more.alone,
    });
    const sinceThen = cleared.filter(({ clearedAt, withdrawalId: id }) => {
      return clearedAt >= paid.today.since && id !== paid.today.released;
    });
    return {
      ...{ ...approver, hasOpenedAccount, hold, isLinked: hasOwnPhone || paid.isOwnAccount },
      ...{ dayUnits: plus(day), weekUnits: plus(week) },
      ...{ mostDayUnits: policy.approvedAloneDayUnits, mostWeekUnits: policy.approvedAloneWeekUnits },
      limit: limitOf(policy, {
        ...{ level: levels.get(userId) ?? 0, paidUnits: paid.monthUnits, isOtherName },
        bankAccountUnits: paid.bankAccountUnits + more.account,
      }),
      second: secondFor({ unprovenGiftUnits: paid.unprovenGiftUnits }, policy) ?? (isForeignName ? "name" : undefined),
      today: released?.withdrawalId === withdrawalId
        ? undefined
        : todayWith(paid, policy, clearedUnits(sinceThen, about).all),
    };
  };
}

/** What today has paid against what is usual; undefined while there is too little to compare with. */
function todayWith(
  { today: { dayStart }, beforeUnits, paidUnits, firstAt }: PaidFacts,
  { payoutBrakeFloorUnits, payoutBrakeMultiple }: Policy,
  clearedUnits: number,
): ApprovalFacts["today"] {
  const days = firstAt === undefined ? 0 : (dayStart - lagosDayStart(lagosDay(firstAt))) / DAY_MS;
  if (days < ENOUGH_DAYS) return undefined;
  const mean = beforeUnits / Math.min(days, MEAN_DAYS);
  return {
    paidUnits: paidUnits + clearedUnits,
    mostUnits: Math.max(payoutBrakeFloorUnits, Math.floor(mean * payoutBrakeMultiple)),
  };
}
