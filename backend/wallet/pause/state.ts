import { Refusal } from "../../contract/refusal.ts";
import type { LostFact, PauseEvent } from "./events.ts";

/** Whether payouts may begin, folded from the events. */
export interface PayoutPause {
  readonly epoch: number;
  /** What the provider did before this moment (epoch ms) was accepted, known or not. */
  readonly trustedTo: number;
  readonly paused?: Paused;
  /** The withdrawal that braked payouts last, and when two sides let them go on: it may be paid, and the day counts anew. */
  readonly released?: { readonly withdrawalId: string; readonly at: number };
  /** Payouts that the log lost, of all restores, and that are not settled with the person yet. */
  readonly lostPayouts: readonly LostPayout[];
  /**
   * References that were settled: each is one person's, once, even when it is found again. Left out while there are
   * none.
   */
  readonly settledPayouts?: readonly string[];
}

export type LostPayout = Extract<LostFact, { readonly amountKobo: number }>;

export interface Paused {
  readonly at: number;
  /** An admin, unless Orin found out by itself. */
  readonly adminId?: string;
  readonly reason: string;
  readonly lost: readonly LostFact[];
  /** The withdrawal that would have brought the day's payouts above what is usual. */
  readonly brakedBy?: string;
  /** The log may lack what happened since then, epoch ms. */
  readonly since: number;
  /** The end of the time that was reconciled since the last finding, epoch ms. */
  readonly reconciledTo?: number;
}

export const NOT_PAUSED: PayoutPause = { epoch: 1, trustedTo: 0, lostPayouts: [] };

/** Adds an event; `at`: when it was recorded, epoch ms. */
export function evolve(state: PayoutPause, { type, data }: PauseEvent, at: number): PayoutPause {
  const { paused } = state;
  switch (type) {
    case "PayoutsPaused": {
      const { adminId, reason, lost, since } = data;
      const next = paused === undefined
        ? { at, ...(adminId !== undefined && { adminId }), reason, lost, since }
        : foundMore(paused, lost, since);
      const known = new Set([...state.lostPayouts.map(({ subject }) => subject), ...state.settledPayouts ?? []]);
      const payouts = lost.filter((fact): fact is LostPayout =>
        fact.kind === "payout_unknown" && !known.has(fact.subject)
      );
      return { ...state, paused: next, lostPayouts: [...state.lostPayouts, ...payouts] };
    }
    case "PayoutsBraked": {
      const { withdrawalId: brakedBy, reason } = data;
      return { ...state, paused: paused ? { ...paused, brakedBy } : { at, reason, lost: [], since: at, brakedBy } };
    }
    case "LostPayoutSettlementProposed":
    case "PayoutResumeProposed":
      return state;
    case "LostPayoutSettled":
      return {
        ...state,
        lostPayouts: state.lostPayouts.filter(({ subject }) => subject !== data.reference),
        settledPayouts: [...state.settledPayouts ?? [], data.reference],
      };
    case "PausedBooksReconciled":
      return paused ? { ...state, paused: { ...paused, reconciledTo: data.to } } : state;
    case "PayoutsResumed": {
      const { epoch, trustedTo } = data;
      const { paused: _, ...kept } = state;
      const { brakedBy: withdrawalId } = paused ?? {};
      return { ...kept, epoch, trustedTo, ...(withdrawalId !== undefined && { released: { withdrawalId, at } }) };
    }
  }
}

/** A new finding has to be reconciled, too. */
function foundMore(paused: Paused, lost: readonly LostFact[], since: number): Paused {
  if (lost.length === 0) return paused;
  const { reconciledTo: _, ...kept } = paused;
  return { ...kept, lost: [...paused.lost, ...lost], since: Math.min(paused.since, since) };
}

/** An event holds this many findings at most. */
const MOST_FACTS = 100;

const RESTORED = "The log has lost events, as after a restore from a backup";

/**
 * Orin pauses payouts by itself; what was found before changes nothing, nor does a payout that was settled: a check whose
 * lists took long may have missed that.
 */
export function decideLost(
  { paused, epoch, settledPayouts = [] }: PayoutPause,
  { lost, since }: { readonly lost: readonly LostFact[]; readonly since: number },
): PauseEvent[] {
  const known = new Set(paused?.lost.map(factKey));
  const isSettled = ({ kind, subject }: LostFact) => kind === "payout_unknown" && settledPayouts.includes(subject);
  const found = lost.filter((fact) =>
    !known.has(factKey(fact)) && !isSettled(fact) && !(fact.kind === "epoch_behind" && fact.kept <= epoch)
  );
  const parts = Array.from(
    { length: Math.ceil(found.length / MOST_FACTS) },
    (_, index) => found.slice(index * MOST_FACTS, (index + 1) * MOST_FACTS),
  );
  return parts.map((part) => ({ type: "PayoutsPaused", data: { reason: RESTORED, lost: part, since } }));
}

function factKey({ kind, subject }: LostFact): string {
  return `${kind} ${subject}`;
}

/** An admin pauses payouts. */
export function decidePause(
  { paused }: PayoutPause,
  { adminId, reason }: { readonly adminId: string; readonly reason: string },
  now: number,
): PauseEvent[] {
  if (paused) throw new Refusal("already_decided", "Payouts are already paused");
  return [{ type: "PayoutsPaused", data: { adminId, reason, lost: [], since: now } }];
}

/** Payouts pause themselves because of one that is too much for the day; nothing where they are paused. */
export function decideBrake(
  { paused }: PayoutPause,
  data: Extract<PauseEvent, { readonly type: "PayoutsBraked" }>["data"],
): PauseEvent[] {
  return paused ? [] : [{ type: "PayoutsBraked", data }];
}

/** Keeps what a reconciliation found; nothing where payouts go on meanwhile. */
export function decideReconciled(
  { paused }: PayoutPause,
  data: Extract<PauseEvent, { readonly type: "PausedBooksReconciled" }>["data"],
): PauseEvent[] {
  return paused ? [{ type: "PausedBooksReconciled", data }] : [];
}

/** A lost payout is settled with the person, so their bank account can be paid again. */
export function decideSettled(
  { lostPayouts }: PayoutPause,
  data: Extract<PauseEvent, { readonly type: "LostPayoutSettled" }>["data"],
): PauseEvent[] {
  if (!lostPayouts.some(({ subject }) => subject === data.reference)) throw noLostPayout();
  return [{ type: "LostPayoutSettled", data }];
}

/** The refusal for a payout that the log has not lost, or that is settled. */
export function noLostPayout(): Refusal {
  return new Refusal("not_found", "There is no such payout to settle");
}

/** Which pause, and what was found until then: what two admins agree about. */
interface AgreedPause {
  readonly pausedAt: number;
  readonly findings: number;
}

/** What they agree about now. */
export function agreedIn({ at: pausedAt, lost }: Paused): AgreedPause {
  return { pausedAt, findings: lost.length };
}

/**
 * Two sides let payouts go on. After a finding the books were reconciled first; what was found since they agreed, or
 * another pause, takes their word away.
 */
export function decideResume(
  { paused, epoch, trustedTo }: PayoutPause,
  { pausedAt, findings, ...said }: AgreedPause & {
    readonly proposalId: string;
    readonly proposedBy: string;
    readonly adminId: string;
    readonly reason: string;
  },
): PauseEvent[] {
  if (!paused) throw notPaused();
  const { lost, reconciledTo } = paused;
  if (paused.at !== pausedAt || lost.length !== findings) {
    throw new Refusal("proposal_changed", "Orin has found more since: please look at it again");
  }
  if (lost.length > 0 && reconciledTo === undefined) {
    throw new Refusal("reconciliation_needed", "Please reconcile first, so that both of you see what the log has lost");
  }
  const kept = lost.map((fact) => fact.kind === "epoch_behind" ? fact.kept : 0);
  const data = {
    ...said,
    epoch: lost.length > 0 ? Math.max(epoch, ...kept) + 1 : epoch,
    trustedTo: Math.max(trustedTo, reconciledTo ?? 0),
  };
  return [{ type: "PayoutsResumed", data }];
}

/** The refusal where payouts go on. */
export function notPaused(): Refusal {
  return new Refusal("already_decided", "Payouts are not paused");
}

/** The end of a log: its last event. */
interface Head {
  readonly log: string;
  readonly position: number;
  readonly eventId: string;
}

/** The log's ends as they were once, kept where the database's backups do not reach. */
export interface KeptHeads {
  readonly epoch: number;
  readonly heads: readonly Head[];
}

/** What the log has lost of heads that were kept; `eventAt` finds the event that it holds at a kept head now. */
export function compareHeads(
  kept: KeptHeads,
  ours: KeptHeads,
  eventAt: (head: Head) => string | undefined,
): LostFact[] {
  if (kept.epoch < ours.epoch) return [];
  if (kept.epoch > ours.epoch) return [{ kind: "epoch_behind", subject: "", ours: ours.epoch, kept: kept.epoch }];
  return kept.heads.flatMap((head): LostFact[] => {
    const { log: subject, position, eventId } = head;
    const end = ours.heads.find(({ log }) => log === subject)?.position ?? 0;
    if (end < position) return [{ kind: "log_behind", subject, ours: end, kept: position }];
    return eventAt(head) === eventId ? [] : [{ kind: "log_differs", subject, ours: end, kept: position }];
  });
}
