import { openAbout, waitingAbout } from "../../../projections/admin/proposals.ts";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import { fullName } from "../../contract/full_name.ts";
import { isoTime } from "../../contract/iso_time.ts";
import { codeWords } from "../../contract/code_words.ts";
import type { LostPayoutShown, PauseFinding, PauseShown, PayoutPauseAnswer } from "../../contract/payout_pause.ts";
import type { Deps } from "../../deps.ts";
import type { Recorded } from "../../store/log/event.ts";
import { differenceWords } from "../../contract/difference_words.ts";
import { ALL_PAYOUTS, LOST_PAYOUT, type LostFact, PAUSE_STREAM, type PauseEvent, PAYOUT_RESUME } from "./events.ts";
import { findingText } from "./finding_text.ts";
import { isAbout } from "./kind.ts";
import { evolve, type LostPayout, NOT_PAUSED } from "./state.ts";

type PauseReadDeps = Pick<Deps, "store" | "personal" | "restore" | "now">;

/** Whether payouts may begin, why not, and who did what about it. */
export async function findPause(deps: PauseReadDeps): Promise<PayoutPauseAnswer> {
  const { sql } = deps.store;
  const now = deps.now();
  const events = await deps.store.readStream<PauseEvent>("social", PAUSE_STREAM);
  const { paused, lostPayouts } = events.reduce((state, event) => evolve(state, event, event.recordedAt), NOT_PAUSED);
  const admins = [...new Set(events.flatMap(({ data }) => adminsIn(data)))];
  const [persons, settling, resume] = await Promise.all([
    openPersonsOf(deps, admins),
    waitingAbout(sql, { kind: LOST_PAYOUT, subjects: lostPayouts.map(({ subject }) => subject), now }),
    openAbout(sql, { kind: PAYOUT_RESUME, subject: ALL_PAYOUTS, now }),
  ]);
  const adminName = (id: string) => fullName(persons.get(id), "A former admin");
  const history = events.toReversed().map(({ type, data, recordedAt }) => ({
    at: isoTime(recordedAt),
    by: adminsIn(data).map(adminName).join(" and ") || "Orin",
    text: STEPS[type],
    reason: "reason" in data ? data.reason : "",
  }));
  const shown = { lostPayouts: lostPayouts.map((lost) => lostPayoutOf(lost, settling)), history };
  if (!paused) return { status: deps.restore.isWaiting ? "waiting" : "running", pause: null, ...shown };
  const { at, adminId: by, reason, lost, reconciledTo } = paused;
  const pause: PauseShown = {
    at: isoTime(at),
    by: by === undefined ? null : adminName(by),
    reason,
    findings: lost.map(findingOf),
    reconciliation: reconciledTo === undefined ? null : reconciledIn(events),
    isProposed: resume !== undefined && isAbout(paused, resume.content),
  };
  return { status: "paused", pause, ...shown };
}

/** Who did it, the one who proposed it first; none where Orin did by itself. */
function adminsIn(data: PauseEvent["data"]): string[] {
  const proposedBy = "proposedBy" in data ? data.proposedBy : undefined;
  const adminId = "adminId" in data ? data.adminId : undefined;
  return [proposedBy, adminId].filter((id) => id !== undefined);
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

function lostPayoutOf({ subject, amountKobo, status, at }: LostPayout, settling: ReadonlySet<string>): LostPayoutShown {
  return {
    ...{ reference: subject, amount: amountKobo / 100, status, at: at === 0 ? null : isoTime(at) },
    isProposed: settling.has(subject),
  };
}

function findingOf(fact: LostFact): PauseFinding {
  const text = findingText(fact);
  if (!("amountKobo" in fact)) return { text, amount: null, at: null };
  return { text, amount: fact.amountKobo / 100, at: fact.at === 0 ? null : isoTime(fact.at) };
}

function reconciledIn(events: readonly Recorded<PauseEvent>[]): PauseShown["reconciliation"] {
  const last = events.findLast((event) => event.type === "PausedBooksReconciled");
  if (last?.type !== "PausedBooksReconciled") return null;
  const { from, payouts, charges, differences } = last.data;
  return {
    at: isoTime(last.recordedAt),
    from: isoTime(from),
    payouts,
    charges,
    differences: differences.map((difference) => differenceWords(difference, codeWords)),
  };
}
