import { createHash } from "node:crypto";
import { policyAt, readPolicies } from "../../../projections/admin/policies.ts";
import { findDispute, isOfPart, openDisputes } from "../../../projections/payments/disputes.ts";
import { findWithdrawal } from "../../../projections/wallet/withdrawals.ts";
import { formatNaira, formatTokensWithNaira } from "../../contract/money.ts";
import { PROVIDER_NAME } from "../../contract/payments.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import type { DisputeOpened } from "../../payments/disputes/events.ts";
import { ageOf, lastVerification } from "../../store/chain/last_verification.ts";
import { listGroups } from "../../trust/group/reads.ts";
import { differenceWords } from "../../contract/difference_words.ts";
import { type BooksReconciled, reconciliationStream } from "../../wallet/reconciliation/events.ts";
import { differenceStream } from "../books/events.ts";
import { raise } from "./raise.ts";

const DAY_MS = 86_400_000;
/** Nights in a row without a reconciliation, as while the provider is away. */
const MOST_NIGHTS = 7;
/** From here on the back office shows a risk in red. */
const HIGH_RISK = 60;
const MOST_NAMED = 10;

/** Tells of the differences that the reconciliation before did not find; `at` in epoch ms. */
export async function tellOfDifferences(deps: Deps, { day, differences }: BooksReconciled["data"], at: number) {
  const known = new Set((await lastBefore(deps, at, day))?.differences.map(differenceStream));
  const found = differences.filter((difference) => !known.has(differenceStream(difference)));
  if (found.length === 0) return;
  const shown = found.slice(0, MOST_NAMED).map((difference) => differenceWords(difference));
  const rest = found.length - shown.length;
  await raise(deps, {
    ...{ kind: "difference", about: `${day}/${hashOf(found.map(differenceStream))}`, at },
    title: found.length === 1 ? "The books differ" : `The books differ in ${found.length} places`,
    lines: [
      `The reconciliation of ${day} found what the one before did not:`,
      ...shown,
      ...rest > 0 ? [`And ${rest} more.`] : [],
    ],
    link: { label: "See the differences", path: "/books?tab=days" },
  });
}

async function lastBefore(deps: Deps, at: number, day: string): Promise<BooksReconciled["data"] | undefined> {
  for (let nights = 0; nights <= MOST_NIGHTS; nights++) {
    const stream = reconciliationStream(lagosDay(Date.parse(`${day}T12:00:00Z`) - nights * DAY_MS));
    const events = await deps.store.readStream<BooksReconciled>("social", stream);
    const before = events.findLast(({ recordedAt }) => recordedAt < at);
    if (before) return before.data;
  }
  return undefined;
}

function hashOf(parts: readonly string[]): string {
  return createHash("sha256").update(parts.toSorted().join("\n")).digest("hex").slice(0, 32);
}

/** Tells once of a payout that needed two approvals. */
export async function tellOfLargePayout(deps: Deps, withdrawalId: string, at: number): Promise<void> {
  const { sql } = deps.store;
  const [row, policies] = await Promise.all([findWithdrawal(sql, withdrawalId), readPolicies(sql)]);
  if (!row || row.units <= policyAt(policies, at).secondApproverAboveUnits) return;
  await raise(deps, {
    ...{ kind: "large_payout", about: withdrawalId, at },
    title: "A large payout has begun",
    lines: [
      `Orin pays ${formatTokensWithNaira(row.units)} to one bank account. ${row.approvals.length} admins approved.`,
    ],
    link: { label: "See payments", path: "/approve-earnings" },
  });
}

/** Looks for what no event tells of: an overdue or failed verification, groups at high risk, disputes without an answer. */
export async function lookForAlerts(deps: Deps): Promise<void> {
  await Promise.all([lookAtVerification(deps), lookAtGroups(deps), lookAtDisputes(deps)]);
}

async function lookAtVerification(deps: Deps): Promise<void> {
  const last = await lastVerification(deps.store.sql);
  // A service that has just begun verifies first.
  if (!last || (last.isOk && ageOf(last, deps.now()) < DAY_MS)) return;
  const when = `${lagosDay(last.at)}`;
  await raise(deps, {
    ...{ kind: "verification_overdue", about: String(last.at), at: deps.now() },
    title: last.isOk ? "The verification of the books is overdue" : "The verification of the books failed",
    lines: [
      last.isOk
        ? `Orin verified its books last on ${when}. Payouts wait until it has verified them again.`
        : `The verification of ${when} found a difference. Payouts wait until the operator has looked into it.`,
    ],
    link: { label: "Open the back office", path: "/dashboard" },
  });
}

async function lookAtGroups(deps: Deps): Promise<void> {
  for (const { groupId, score, members } of await listGroups(deps)) {
    if (score < HIGH_RISK) continue;
    await raise(deps, {
      ...{ kind: "group_found", about: groupId, at: deps.now() },
      title: "Linked accounts at high risk",
      lines: [`Orin found ${members} accounts that look like one hand. Their risk is ${score} of 100.`],
      link: { label: "See the group", path: `/groups/${groupId}` },
    });
  }
}

/** An answer takes an admin some time. */
const DISPUTE_SOON_MS = 2 * DAY_MS;

/** Tells once of a dispute that was opened; opened again it is told of again. */
export async function tellOfDispute(
  deps: Deps,
  { disputeId, amountKobo, purpose, dueAt }: DisputeOpened["data"],
  { eventId, at }: { eventId: string; at: number },
): Promise<void> {
  const { wholeKobo = amountKobo } = await findDispute(deps.store.sql, disputeId) ?? {};
  const due = dueAt === undefined ? "" : ` ${PROVIDER_NAME} wants an answer by ${lagosDay(dueAt)}.`;
  await raise(deps, {
    ...{ kind: "dispute_opened", about: eventId, at },
    title: "A payer's bank disputes a payment",
    lines: [`It asks for ${formatNaira(wholeKobo)} of a ${purpose === "gift" ? "gift" : "Premium payment"}.${due}`],
    link: { label: "See the dispute", path: `/disputes?dispute=${disputeId}` },
  });
}

async function lookAtDisputes(deps: Deps): Promise<void> {
  for (const row of await openDisputes(deps.store.sql)) {
    const { disputeId, wholeKobo, answer, dueAt } = row;
    // Of a gift that collaborators have parts of, one alert says it all.
    if (isOfPart(row)) continue;
    const isAnswered = answer === "contested" || answer === "accepted";
    if (isAnswered || dueAt === undefined || dueAt - deps.now() > DISPUTE_SOON_MS) continue;
    await raise(deps, {
      ...{ kind: "dispute_due", about: `${disputeId}/${dueAt}`, at: deps.now() },
      title: "A dispute needs an answer within two days",
      lines: [
        `A bank asks for ${formatNaira(wholeKobo)}. Without an answer by ${lagosDay(dueAt)} the money goes back.`,
      ],
      link: { label: "See the dispute", path: `/disputes?dispute=${disputeId}` },
    });
  }
}
