/** A kind of what waits for admins: its name, the call that shows it, and the call that decides about it. */
interface WorkKindFacts {
  readonly label: string;
  /** Without this call an admin does not see the kind. */
  readonly sees: string;
  /** Without this call an admin only reads it. */
  readonly acts: string;
}

const PAYMENTS = "GET /api/v1/admin/payments";
const APPROVE = "POST /api/v1/approve-payment-automatic/:id";
const MODERATION = "GET /api/v1/admin/moderation";
const CASE = "POST /api/v1/admin/moderation/:kind/:subjectId";

/** Everything that waits for an admin, in the order in which its kinds are listed. */
export const WORK_KINDS = {
  withdrawal: { label: "Withdrawal", sees: PAYMENTS, acts: APPROVE },
  second_approval: { label: "Second approval", sees: PAYMENTS, acts: APPROVE },
  one_time_code: { label: "One-time code", sees: PAYMENTS, acts: "POST /api/v1/admin/payments/:id/otp" },
  uncertain_payout: { label: "Uncertain payout", sees: PAYMENTS, acts: "POST /api/v1/admin/payments/:id/resolve" },
  lost_payout: { label: "Lost payout", sees: PAYMENTS, acts: "POST /api/v1/admin/payouts/lost" },
  payment_to_clear: {
    label: "Payment to clear",
    sees: "GET /api/v1/admin/payments-to-clear",
    acts: "POST /api/v1/admin/payments-to-clear/:id/refund",
  },
  difference: {
    label: "Difference",
    sees: "GET /api/v1/admin/books",
    acts: "POST /api/v1/admin/books/differences/settle",
  },
  dispute: { label: "Dispute", sees: "GET /api/v1/admin/disputes", acts: "POST /api/v1/admin/disputes/:id/accept" },
  stopped_gift: {
    label: "Stopped gift",
    sees: "GET /api/v1/admin/gifts/stopped",
    acts: "POST /api/v1/admin/gifts/:id/let-go",
  },
  disputed_share: {
    label: "Disputed share",
    sees: "GET /api/v1/admin/split-disputes",
    acts: "POST /api/v1/admin/split-disputes/:id/settle",
  },
  proposal: {
    label: "Proposal",
    sees: "GET /api/v1/admin/proposals",
    acts: "POST /api/v1/admin/proposals/:id/confirm",
  },
  claim: { label: "Claim", sees: MODERATION, acts: `${CASE}/claims/:claimId/grant` },
  report: { label: "Report", sees: MODERATION, acts: `${CASE}/hide` },
  moderation_appeal: { label: "Appeal", sees: MODERATION, acts: `${CASE}/appeals/:appealId/answers` },
  suspension_appeal: {
    label: "Appeal of a suspension",
    sees: "GET /api/v1/admin/suspension-appeals",
    acts: "POST /api/v1/admin/suspension-appeals/:id/answers",
  },
  earnings_appeal: {
    label: "Appeal about earnings",
    sees: "GET /api/v1/admin/appeals",
    acts: "POST /api/v1/admin/appeals/:id/answers",
  },
  duplicate: {
    label: "Same recording",
    sees: "GET /api/v1/admin/duplicates",
    acts: "POST /api/v1/admin/duplicates/:id/decisions",
  },
  invited_admin: {
    label: "Invited admin",
    sees: "GET /api/v1/admin/team",
    acts: "POST /api/v1/admin/team/:id/invite",
  },
  failed_mails: { label: "Failed mails", sees: "GET /api/v1/stats", acts: "POST /api/v1/admin/mails/again" },
} as const satisfies Record<string, WorkKindFacts>;

export type WorkKind = keyof typeof WORK_KINDS;

/** Their names, in order. */
export const WORK_KIND_NAMES = Object.keys(WORK_KINDS) as [WorkKind, ...WorkKind[]];

/** A page has no more. */
export const MOST_WORK = 200;

/** Something that waits. */
export interface WorkItem {
  readonly kind: WorkKind;
  /** Of what is decided about; with `kind` it names the row. */
  readonly id: string;
  /** Whom or what it is about, in words. */
  readonly about: string;
  /** Since when it waits, ISO 8601. */
  readonly since: string;
  /** Naira. */
  readonly amount?: number;
  /** Why no approval pays it yet, and until when. */
  readonly held?: string;
  /** Whether the asking admin's role decides on it, and it is not their own. */
  readonly mine: boolean;
}

/**
 * `GET /api/v1/admin/work`: a page of what waits, the oldest first; `counts` are of all that waits, for the kinds that the
 * admin's role sees.
 */
export interface WorkAnswer {
  readonly items: readonly WorkItem[];
  readonly counts: Readonly<Partial<Record<WorkKind, number>>>;
  readonly nextCursor: string | null;
}
