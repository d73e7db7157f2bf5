import { openPersonsOf } from "../../accounts/account/reads.ts";
import { formatNaira } from "../../contract/money.ts";
import { PROVIDER_NAME } from "../../contract/payments.ts";
import type { LostPayoutShown, PauseFinding, PauseShown, PayoutPauseAnswer } from "../../contract/payout_pause.ts";
import type { Deps } from "../../deps.ts";
import type { Recorded } from "../../store/log/event.ts";
import type { Difference } from "../reconciliation/events.ts";
import { type LostFact, PAUSE_STREAM, type PauseEvent } from "./events.ts";
import { evolve, type LostPayout, NOT_PAUSED } from "./state.ts";

type Needs = Pick<Deps, "store" | "personal" | "restore">;

/** Whether payouts may begin, why not, and who did what about it. `adminId` is who asks. */
export async function findPause(deps: Needs, adminId: string): Promise<PayoutPauseAnswer> {
  const events = await deps.store.readStream<PauseEvent>("social", PAUSE_STREAM);
  const { paused, lostPayouts } = events.reduce((state, event) => evolve(state, event, event.recordedAt), NOT_PAUSED);
  const admins = [...new Set(events.flatMap(({ data }) => adminIn(data) ?? []))];
  const persons = await openPersonsOf(deps, admins);
  const nameOf = (id: string) => {
    const person = persons.get(id);
    return person ? `${person.firstName} ${person.lastName}`.trim() : "A former admin";
  };
  const history = events.toReversed().map(({ type, data, recordedAt }) => {
    const adminId = adminIn(data);
    return {
      at: iso(recordedAt),
      by: adminId === undefined ? "Orin" : nameOf(adminId),
      text: STEPS[type],
      reason: "reason" in data ? data.reason : "",
    };
  });
  const shown = { lostPayouts: lostPayouts.map((lost) => lostPayoutOf(lost, { nameOf, adminId })), history };
  if (!paused) return { status: deps.restore.isWaiting ? "waiting" : "running", pause: null, ...shown };
  const { at, adminId: by, reason, lost, proposal, reconciledTo } = paused;
  const pause: PauseShown = {
    at: iso(at),
    by: by === undefined ? null : nameOf(by),
    reason,
    findings: lost.map(findingOf),
    reconciliation: reconciledTo === undefined ? null : reconciledIn(events),
    proposal: proposal
      ? {
        ...{ proposalId: proposal.proposalId, by: nameOf(proposal.adminId), reason: proposal.reason },
        ...{ at: iso(proposal.at), isOwn: proposal.adminId === adminId },
      }
      : null,
  };
  return { status: "paused", pause, ...shown };
}

/** Who did it; Orin by itself names nobody. */
function adminIn(data: PauseEvent["data"]): string | undefined {
  return "adminId" in data ? data.adminId : undefined;
}

const STEPS: Readonly<Record<PauseEvent["type"], string>> = {
  PayoutsPaused: "Paused payouts",
  PayoutsBraked: "Paused payouts by itself",
  LostPayoutSettlementProposed: "Said how a payout that the log had lost was settled",
  LostPayoutSettled: "Settled a payout that the log had lost",
  PausedBooksReconciled: "Reconciled the books",
  PayoutResumeProposed: "Proposed to resume payouts",
  PayoutsResumed: "Resumed payouts",
};

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function lostPayoutOf(
  { subject, amountKobo, status, at, settlement }: LostPayout,
  { nameOf, adminId }: { nameOf(id: string): string; adminId: string },
): LostPayoutShown {
  return {
    ...{ reference: subject, amount: amountKobo / 100, status, at: at === 0 ? null : iso(at) },
    ...(settlement && {
      settlement: {
        ...{ by: nameOf(settlement.adminId), reason: settlement.reason },
        isOwn: settlement.adminId === adminId,
        ...(settlement.userId !== undefined && { userId: settlement.userId }),
      },
    }),
  };
}

function findingOf(fact: LostFact): PauseFinding {
  const text = textOf(fact);
  if (!("amountKobo" in fact)) return { text, amount: null, at: null };
  return { text, amount: fact.amountKobo / 100, at: fact.at === 0 ? null : iso(fact.at) };
}

function textOf(fact: LostFact): string {
  switch (fact.kind) {
    case "payout_unknown":
      return `${PROVIDER_NAME} has a payout that Orin does not know: ${fact.subject} (${fact.status})`;
    case "charge_unknown":
      return `${PROVIDER_NAME} has a payment that Orin does not know: ${fact.subject} (${fact.status})`;
    case "log_behind":
      return `The log ${fact.subject} ends at event ${fact.ours}. It had ${fact.kept} events before`;
    case "log_differs":
      return `The log ${fact.subject} has another event at place ${fact.kept} than before`;
    case "epoch_behind":
      return `Admins accepted a restore before that this database does not know of (${fact.kept}, here ${fact.ours})`;
    case "other_installation":
      return `The files belong to another database of Orin (${fact.subject})`;
  }
}

function reconciledIn(events: readonly Recorded<PauseEvent>[]): PauseShown["reconciliation"] {
  const last = events.findLast((event) => event.type === "PausedBooksReconciled");
  if (last?.type !== "PausedBooksReconciled") return null;
  const { from, payouts, charges, differences } = last.data;
  return { at: iso(last.recordedAt), from: iso(from), payouts, charges, differences: differences.map(differenceText) };
}

function differenceText({ kind, subject, ours, theirs }: Difference): string {
  const what = kind.replaceAll("_", " ");
  const said = `Orin: ${saidOf(ours)}, ${PROVIDER_NAME}: ${saidOf(theirs)}`;
  return `${what.charAt(0).toUpperCase()}${what.slice(1)}: ${subject} (${said})`;
}

/** A sum in kobo, or a status. */
function saidOf(value: string | number): string {
  return typeof value === "number" ? formatNaira(value) : value || "nothing";
}
