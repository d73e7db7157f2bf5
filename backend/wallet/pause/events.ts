import type { Difference } from "../reconciliation/events.ts";
import type { Event } from "../../store/log/event.ts";

/**
 * Something from outside says that the log has lost events, as after a restore from a backup:
 * - `payout_unknown`, `charge_unknown`: the provider has it under a reference of this installation. `amountKobo` is its sum
 * - `log_behind`: the log ends at `ours`, and was at `kept` before; `log_differs`: at `kept` it holds another event
 * - `epoch_behind`: admins accepted a restore that the log does not know of
 * - `other_installation`: the files store belongs to another database
 */
export type LostFact =
  | {
    readonly kind: "payout_unknown" | "charge_unknown";
    readonly subject: string;
    readonly amountKobo: number;
    readonly status: string;
    /** Epoch ms; 0 where the provider does not say. */
    readonly at: number;
    /** The provider's code of the bank account that was paid; empty for charges. */
    readonly recipientCode: string;
  }
  | {
    readonly kind: "log_behind" | "log_differs" | "epoch_behind";
    /** The log; empty for an epoch. */
    readonly subject: string;
    readonly ours: number;
    readonly kept: number;
  }
  | { readonly kind: "other_installation"; readonly subject: string };

/** No payout begins from now on. Without `adminId`, Orin found out by itself: then `lost` says what. */
type PayoutsPaused = Event<"PayoutsPaused", {
  readonly adminId?: string;
  readonly reason: string;
  readonly lost: readonly LostFact[];
  /** The log may lack what happened since then, epoch ms. */
  readonly since: number;
}>;

/** Orin paused payouts by itself: this withdrawal would have brought the day's payouts above what is usual. Units. */
type PayoutsBraked = Event<"PayoutsBraked", {
  readonly withdrawalId: string;
  readonly reason: string;
  readonly dayUnits: number;
  readonly mostUnits: number;
}>;

/** Of before there was a stream of proposals, only read: how an admin said that a lost payout was settled. */
type LostPayoutSettlementProposed = Event<"LostPayoutSettlementProposed", LostSettlement>;

/** With `userId` the payout is booked against this person, whom it paid. */
type LostSettlement = {
  readonly reference: string;
  readonly adminId: string;
  readonly reason: string;
  readonly userId?: string;
};

/** A payout that the log has lost is settled with the person whom it paid; `adminId` confirmed it, and `reason` proposed. */
export type LostPayoutSettled = Event<"LostPayoutSettled", LostSettlement>;

/** Our books were held against the provider's from `from` to `to`, epoch ms, while payouts are paused. Sums in kobo. */
type PausedBooksReconciled = Event<"PausedBooksReconciled", {
  readonly adminId: string;
  readonly from: number;
  readonly to: number;
  readonly payouts: number;
  readonly paidKobo: number;
  readonly charges: number;
  readonly receivedKobo: number;
  readonly differences: readonly Difference[];
}>;

/** Only read, too: an admin wanted payouts to go on. */
type PayoutResumeProposed = Event<
  "PayoutResumeProposed",
  { readonly proposalId: string; readonly adminId: string; readonly reason: string }
>;

/** Payouts begin again. What the provider did until `trustedTo` (epoch ms) and the log does not know is accepted. */
type PayoutsResumed = Event<"PayoutsResumed", {
  readonly proposalId: string;
  readonly proposedBy: string;
  readonly adminId: string;
  readonly reason: string;
  /** Counts the restores that admins have accepted, from 1. */
  readonly epoch: number;
  readonly trustedTo: number;
}>;

export type PauseEvent =
  | PayoutsPaused
  | PayoutsBraked
  | LostPayoutSettlementProposed
  | LostPayoutSettled
  | PausedBooksReconciled
  | PayoutResumeProposed
  | PayoutsResumed;

/** The kind of proposals about a payout that the log has lost, by its reference. */
export const LOST_PAYOUT = "lost_payout";

/** The kind of proposals to let payouts go on. They go on for the whole installation: there is one subject. */
export const PAYOUT_RESUME = "payout_resume";
export const ALL_PAYOUTS = "payouts";

/** The stream of what pauses payouts, in the log `social`. */
export const PAUSE_STREAM = "payouts/pause";
