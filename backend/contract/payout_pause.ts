/** `GET /api/v1/admin/payouts/pause`: whether payouts may begin, and if not, why and what admins can do. */
export type PayoutPauseAnswer = {
  /** `waiting`: Orin has just started, and the payment provider has not shown its lists yet. */
  status: "running" | "waiting" | "paused";
  pause: PauseShown | null;
  /** Payouts that the log has lost. Their bank accounts are paid again once two admins have settled them. */
  lostPayouts: LostPayoutShown[];
  /** What admins and Orin did, newest first. */
  history: PauseEntry[];
};

/** `amount` in naira, `status` in the provider's word; `at` as far as the provider says. */
export type LostPayoutShown = {
  reference: string;
  amount: number;
  status: string;
  at: string | null;
  /** How one admin says that it was settled waits for an admin on another side. */
  isProposed: boolean;
};

export type PauseShown = {
  at: string;
  /** An admin's name; null where Orin paused them by itself. */
  by: string | null;
  reason: string;
  /** Signs that the log has lost events, as after a restore; none where an admin paused. */
  findings: PauseFinding[];
  /** What the books and the provider say differently, since the last finding; null until an admin has reconciled. */
  reconciliation: {
    at: string;
    from: string;
    payouts: number;
    charges: number;
    differences: string[];
  } | null;
  /** One admin's proposal to resume waits for an admin on another side. */
  isProposed: boolean;
};

export type PauseFinding = {
  text: string;
  /** Naira, of a payout or charge that the log does not know. */
  amount: number | null;
  /** When it was made at the provider, as far as it says. */
  at: string | null;
};

type PauseEntry = { at: string; by: string; text: string; reason: string };
