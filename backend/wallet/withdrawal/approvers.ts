import { hasOpened, lastCredentialChange } from "../../../projections/credential_changes.ts";
import { policyAt, readPolicies } from "../../../projections/policies.ts";
import {
  findWithdrawal,
  isNewAccount,
  paidSince,
  payoutDays,
  type WithdrawalRow,
} from "../../../projections/withdrawals.ts";
import { readApprover } from "../../admin/team/reads.ts";
import { CREDENTIAL_HOLD_MS, lagosDay, lagosDayStart } from "../../contract/policy.ts";
import type { Policy } from "../../contract/policy_rules.ts";
import type { GroupScope } from "../../store/log/command.ts";
import type { Tx } from "../../store/sql.ts";
import { readPause } from "../pause/pause.ts";
import { payoutReference } from "./events.ts";
import type { ApprovalFacts as AllFacts, Withdrawal } from "./state.ts";
import type { About } from "./withdrawals.ts";

const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;

type Approval = About & { readonly adminId: string; readonly installation: string };

/** Without the month, which is read by itself. */
type ApprovalFacts = Omit<AllFacts, "limit">;

type Changes = readonly { readonly before: Withdrawal | undefined; readonly after: Withdrawal | undefined }[];

/** What was read of one approval before the group decided anything. */
interface Read {
  readonly row: WithdrawalRow | undefined;
  /** Everyone who counts as the approver. */
  readonly side: readonly string[];
  readonly facts: ApprovalFacts;
}

/**
 * What an approval is decided on beside the withdrawal: who the admins are to each other and to the person, and what was
 * paid in the days before. Read under the lock of `social` and the person's ledger, and added to by what the group has
 * decided meanwhile, so that two approvals at once cannot both be the last that fits.
 */
export async function readApprovalFacts(
  tx: Tx,
  { now }: GroupScope,
  commands: readonly Approval[],
): Promise<(of: Approval, decided: Changes) => ApprovalFacts> {
  const read = new Map<string, Read>();
  for (const command of commands) read.set(keyOf(command), await readOne(tx, command, now));
  const accounts = new Map(commands.map((command) => [
    payoutReference(command.installation, command.withdrawalId),
    read.get(keyOf(command))?.row?.accountHash ?? "",
  ]));
  return (command, decided) => {
    const own = read.get(keyOf(command));
    if (!own) throw new Error("Cannot decide on an approval whose facts nobody read");
    const payouts = decided.flatMap((change) => begunBy(change, accounts));
    const begun = sumsOf(payouts, own, command.userId);
    const { today, dayUnits, weekUnits } = own.facts;
    const units = payouts.reduce((sum, one) => sum + one.units, 0);
    return {
      ...own.facts,
      ...{ dayUnits: plus(dayUnits, begun), weekUnits: plus(weekUnits, begun) },
      today: today && { ...today, paidUnits: today.paidUnits + units },
    };
  };
}

function keyOf({ withdrawalId, adminId }: Approval): string {
  return `${withdrawalId} ${adminId}`;
}

async function readOne(tx: Tx, { withdrawalId, userId, adminId }: Approval, now: number): Promise<Read> {
  const row = await findWithdrawal(tx, withdrawalId);
  const earlier = row?.approvals ?? [];
  const { side, ...approver } = await readApprover(tx, { adminId, earlier, except: userId, now });
  const account = { userId, accountHash: row?.accountHash ?? "" };
  const [dayUnits, weekUnits, change, isNew, hasOpenedAccount, policies] = await Promise.all([
    paidSince(tx, { ...account, admins: side, since: now - DAY_MS }),
    paidSince(tx, { ...account, admins: side, since: now - WEEK_MS }),
    lastCredentialChange(tx, userId, now - CREDENTIAL_HOLD_MS),
    isNewAccount(tx, { ...account, since: now - CREDENTIAL_HOLD_MS }),
    hasOpened(tx, { by: adminId, userId }),
    readPolicies(tx),
  ]);
  const policy = policyAt(policies, now);
  const { approvedAloneDayUnits, approvedAloneWeekUnits } = policy;
  const facts: ApprovalFacts = {
    ...approver,
    hasOpenedAccount,
    today: await readToday(tx, { withdrawalId, policy, now }),
    ...{ dayUnits, weekUnits, mostDayUnits: approvedAloneDayUnits, mostWeekUnits: approvedAloneWeekUnits },
    hold: change
      ? { because: change.credential, until: change.at + CREDENTIAL_HOLD_MS }
      : isNew && row
      ? { because: "bank account", until: row.requestedAt + CREDENTIAL_HOLD_MS }
      : undefined,
  };
  return { row, side, facts };
}

const ENOUGH_DAYS = 14;
const MEAN_DAYS = 30;

/** What today has paid against what is usual; undefined while there is too little to compare with, or two sides let it go on. */
async function readToday(
  tx: Tx,
  { withdrawalId, policy, now }: { readonly withdrawalId: string; readonly policy: Policy; readonly now: number },
): Promise<AllFacts["today"]> {
  const { released } = await readPause(tx);
  if (released?.withdrawalId === withdrawalId) return undefined;
  const dayStart = lagosDayStart(lagosDay(now));
  const spans = { from: dayStart - MEAN_DAYS * DAY_MS, dayStart, since: Math.max(dayStart, released?.at ?? 0) };
  const { beforeUnits, paidUnits, firstAt } = await payoutDays(tx, { ...spans, except: released?.withdrawalId });
  const days = firstAt === undefined ? 0 : (dayStart - lagosDayStart(lagosDay(firstAt))) / DAY_MS;
  if (days < ENOUGH_DAYS) return undefined;
  const mean = beforeUnits / Math.min(days, MEAN_DAYS);
  return {
    paidUnits,
    mostUnits: Math.max(policy.payoutBrakeFloorUnits, Math.floor(mean * policy.payoutBrakeMultiple)),
  };
}

interface Begun {
  readonly userId: string;
  readonly accountHash: string | undefined;
  readonly units: number;
  /** Who approved it alone. */
  readonly alone: string | undefined;
}

/** A payout that a command of the group has begun: no row says so yet. */
function begunBy({ before, after }: Changes[number], accounts: ReadonlyMap<string, string>): Begun[] {
  if (after?.reference === undefined || after.status !== "processing" || before?.status === "processing") return [];
  const [first, ...others] = after.approvals;
  const accountHash = accounts.get(after.reference);
  return [{ userId: after.userId, accountHash, units: after.units, alone: others.length === 0 ? first : undefined }];
}

function sumsOf(begun: readonly Begun[], { row, side }: Read, userId: string): ApprovalFacts["dayUnits"] {
  const sum = (isOne: (one: Begun) => boolean) => begun.filter(isOne).reduce((units, one) => units + one.units, 0);
  return {
    user: sum((one) => one.userId === userId),
    account: sum((one) => one.accountHash === row?.accountHash),
    alone: sum(({ alone }) => alone !== undefined && side.includes(alone)),
  };
}

function plus(one: ApprovalFacts["dayUnits"], other: ApprovalFacts["dayUnits"]): ApprovalFacts["dayUnits"] {
  return { user: one.user + other.user, account: one.account + other.account, alone: one.alone + other.alone };
}
