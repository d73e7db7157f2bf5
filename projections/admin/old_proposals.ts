import type { PolicyEvent } from "../../backend/admin/policy/events.ts";
import type { GiftRefundDecided, GiftRefundEvent } from "../../backend/gifts/refund/events.ts";
import { OLD_REMITTANCE_MS, type TaxRemittanceEvent } from "../../backend/royalties/tax/events.ts";
import type { SplitEvent } from "../../backend/catalogue/split/events.ts";
import type { DisputeEvent } from "../../backend/payments/disputes/events.ts";
import type { PauseEvent } from "../../backend/wallet/pause/events.ts";
import type {
  AdminGranted,
  AdminRevoked,
  EmailChanged,
  EmailChangeProposed,
  EmailChangeRefused,
} from "../../backend/accounts/account/events.ts";
import type { TeamEvent } from "../../backend/admin/team/events.ts";
import type { EventKind, Recorded } from "../../backend/store/log/event.ts";
import type { DecidedAlone, ProposalMade } from "../../backend/approvals/events.ts";
import { APPEAL_ANSWER, type AppealAnswered, type AppealEvent } from "../../backend/trust/appeal/events.ts";
import {
  GROUP_DECISION,
  type GroupDecided,
  groupDecisionContent,
  type GroupEvent,
} from "../../backend/trust/group/events.ts";

/**
 * Before there was a stream of proposals each area had its own. What they hold is read here as proposals, for the list
 * and the sums. What a proposal has booked is skipped: it names the proposal (`proposalId`), or has its id.
 */
type Adapted = ProposalMade | DecidedAlone | {
  readonly type: "OldEnded";
  readonly data: {
    readonly kind: string;
    readonly subject: string;
    readonly outcome: "confirmed" | "withdrawn";
    readonly confirmedBy?: string | undefined;
  };
};

/** What waited without an end lapses a year after it was proposed. */
const YEAR_MS = 366 * 24 * 3_600_000;
const INVITATION_MS = 30 * 24 * 3_600_000;

type Adapters<Event extends EventKind> = {
  readonly [Type in Event["type"]]?: (
    data: Extract<Event, { readonly type: Type }>["data"],
    about: { readonly at: number; readonly eventId: string; readonly by: string },
  ) => readonly Adapted[];
};

const giftRefunds: Adapters<GiftRefundEvent> = {
  GiftRefundProposed: ({ giftId: subject, proposalId, adminId, units }, { at }) => [
    made({ proposalId, kind: "gift_refund", subject, adminId, units, content: {}, lapsesAt: at + YEAR_MS }),
  ],
  GiftRefundWithdrawn: ({ giftId }) => [ended("gift_refund", giftId)],
  GiftRefundDecided: (data, { eventId }) => decidedGiftRefund(data, eventId),
};

function decidedGiftRefund(data: GiftRefundDecided["data"], eventId: string): Adapted[] {
  const { giftId: subject, adminId, units, confirmedBy, proposalId } = data;
  if (proposalId !== undefined) return [];
  return confirmedBy === undefined
    ? [alone({ proposalId: eventId, kind: "gift_refund", subject, adminId, units, content: {} })]
    : [ended("gift_refund", subject, confirmedBy)];
}

const disputes: Adapters<DisputeEvent> = {
  // What was proposed before a dispute was won is over when it is opened anew.
  DisputeOpened: ({ disputeId }) => [ended("dispute_accept", disputeId)],
  DisputeAcceptProposed: ({ disputeId: subject, adminId, note }, { at, eventId: proposalId }) => [
    made({ proposalId, kind: "dispute_accept", subject, adminId, units: 0, content: { note }, lapsesAt: at + YEAR_MS }),
  ],
  DisputeAccepted: ({ disputeId, adminId }) => [ended("dispute_accept", disputeId, adminId)],
};

const settlements: Adapters<SplitEvent> = {
  SplitSettlementProposed: (data, { at }) => {
    const { disputeId: subject, settlementId: proposalId, adminId, basisPoints, shareBasisPoints, note } = data;
    const content = { basisPoints, ...shareBasisPoints !== undefined && { shareBasisPoints }, note };
    return [
      made({ proposalId, kind: "split_settlement", subject, adminId, units: 0, content, lapsesAt: at + YEAR_MS }),
    ];
  },
  SplitSettlementWithdrawn: ({ disputeId }) => [ended("split_settlement", disputeId)],
  SplitDisputeSettled: ({ disputeId, confirmedBy }) => [ended("split_settlement", disputeId, confirmedBy)],
};

const payouts: Adapters<PauseEvent> = {
  LostPayoutSettlementProposed: ({ reference: subject, adminId, ...content }, { at, eventId: proposalId }) => [
    made({ proposalId, kind: "lost_payout", subject, adminId, units: 0, content, lapsesAt: at + YEAR_MS }),
  ],
  LostPayoutSettled: ({ reference, adminId }) => [ended("lost_payout", reference, adminId)],
  // A new pause, or another finding, took what was proposed off the table.
  PayoutsPaused: () => [ended("payout_resume", "payouts")],
  PayoutResumeProposed: ({ proposalId, adminId, reason }, { at }) => [
    made({
      ...{ proposalId, kind: "payout_resume", subject: "payouts", adminId, units: 0 },
      ...{ content: { reason }, lapsesAt: at + YEAR_MS },
    }),
  ],
  PayoutsResumed: ({ adminId }) => [ended("payout_resume", "payouts", adminId)],
};

const tax: Adapters<TaxRemittanceEvent> = {
  TaxRemittanceRecorded: ({ remittanceId: subject, adminId, lapsesAt, ...content }, { at, eventId: proposalId }) =>
    lapsesAt !== undefined ? [] : [
      made({
        ...{ proposalId, kind: "tax_remittance", subject, adminId, units: content.units, content },
        lapsesAt: at + OLD_REMITTANCE_MS,
      }),
    ],
  TaxRemittanceConfirmed: ({ remittanceId, adminId }) => [ended("tax_remittance", remittanceId, adminId)],
  TaxRemittanceWithdrawn: ({ remittanceId }) => [ended("tax_remittance", remittanceId)],
  TaxReversalRequested: ({ remittanceId: subject, adminId, ...content }, { at, eventId: proposalId }) => [
    made({ proposalId, kind: "tax_reversal", subject, adminId, units: 0, content, lapsesAt: at + YEAR_MS }),
  ],
  TaxReversalConfirmed: ({ remittanceId, adminId }) => [ended("tax_reversal", remittanceId, adminId)],
  TaxReversalWithdrawn: ({ remittanceId }) => [ended("tax_reversal", remittanceId)],
};

const groupDecisions: Adapters<GroupEvent> = {
  GroupDecisionProposed: ({ groupId: subject, proposalId, adminId, units, ...decision }, { at }) => [
    made({
      ...{ proposalId, kind: GROUP_DECISION, subject, adminId, units },
      ...{ content: groupDecisionContent({ units, ...decision }), lapsesAt: at + YEAR_MS },
    }),
  ],
  GroupProposalWithdrawn: ({ groupId }) => [ended(GROUP_DECISION, groupId)],
  GroupDecided: (data, { eventId }) => decidedOnGroup(data, eventId),
};

/** A freeze never waits and counts nowhere. */
function decidedOnGroup(data: GroupDecided["data"], eventId: string): Adapted[] {
  const { groupId: subject, adminId, units, action, confirmedBy, proposalId } = data;
  if (proposalId !== undefined || action === "freeze") return [];
  return confirmedBy === undefined
    ? [alone({ proposalId: eventId, kind: GROUP_DECISION, subject, adminId, units, content: { action } })]
    : [ended(GROUP_DECISION, subject, confirmedBy)];
}

const appealAnswers: Adapters<AppealEvent> = {
  AppealAnswerProposed: ({ appealId: subject, proposalId, adminId, units, outcome, answer }, { at }) => [
    made({
      ...{ proposalId, kind: APPEAL_ANSWER, subject, adminId, units: outcome === "grant" ? units : 0 },
      ...{ content: { outcome, answer, units }, lapsesAt: at + YEAR_MS },
    }),
  ],
  AppealProposalWithdrawn: ({ appealId }) => [ended(APPEAL_ANSWER, appealId)],
  AppealAnswered: (data, { eventId }) => answeredAppeal(data, eventId),
};

/** Only what was given back counts. */
function answeredAppeal(data: AppealAnswered["data"], eventId: string): Adapted[] {
  const { appealId: subject, adminId, units, outcome, confirmedBy, proposalId } = data;
  if (proposalId !== undefined) return [];
  if (confirmedBy !== undefined) return [ended(APPEAL_ANSWER, subject, confirmedBy)];
  const decision = { proposalId: eventId, kind: APPEAL_ANSWER, subject, adminId, units, content: { outcome } };
  return outcome === "grant" ? [alone(decision)] : [];
}

const policyChanges: Adapters<PolicyEvent> = {
  PolicyChanged: ({ policy, needsConfirmation }, { eventId, by: adminId }) => {
    if (!needsConfirmation) return [];
    const about = { proposalId: eventId, kind: "policy_change", subject: String(policy.version), adminId };
    return [made({ ...about, units: 0, content: {}, lapsesAt: Date.parse(policy.effectiveFrom) })];
  },
  PolicyChangeConfirmed: ({ version, confirmedBy }) => [ended("policy_change", String(version), confirmedBy)],
  PolicyChangeCancelled: ({ version }) => [ended("policy_change", String(version))],
};

const adminRoles: Adapters<TeamEvent> = {
  AdminRoleChanged: ({ userId: subject, changeId, role, previousRole, changedBy, needsConfirmation, ...data }) => {
    // Every change takes the place of the one that waited.
    const before = ended("admin_role", subject);
    if (!needsConfirmation) return [before];
    const about = { proposalId: changeId, kind: "admin_role", subject, adminId: changedBy, units: 0 };
    return [
      before,
      made({ ...about, content: { role, from: previousRole }, lapsesAt: Date.parse(data.effectiveFrom) }),
    ];
  },
  AdminRoleChangeConfirmed: ({ userId, confirmedBy }) => [ended("admin_role", userId, confirmedBy)],
  AdminRoleChangeCancelled: ({ userId }) => [ended("admin_role", userId)],
};

/** An admin who makes an admin, or invites them again, asks another side to let them in: now as before. */
const invitations: Adapters<AdminGranted | AdminRevoked | TeamEvent> = {
  AdminGranted: ({ userId }, { by, ...about }) => by.includes(":") ? [] : invited(userId, { ...about, by }),
  AdminInvited: ({ userId, invitedBy: by }, about) => invited(userId, { ...about, by }),
  AdminConfirmed: ({ userId, confirmedBy }) => [ended("admin_invitation", userId, confirmedBy)],
  AdminRevoked: ({ userId }) => [ended("admin_invitation", userId)],
};

function invited(subject: string, { at, eventId, by }: { at: number; eventId: string; by: string }): Adapted[] {
  const about = { proposalId: eventId, kind: "admin_invitation", subject, adminId: by, units: 0, content: {} };
  return [ended("admin_invitation", subject), made({ ...about, lapsesAt: at + INVITATION_MS })];
}

const pendingEmails: Adapters<EmailChangeProposed | EmailChangeRefused | EmailChanged> = {
  EmailChangeProposed: ({ userId: subject, changeId: proposalId, proposedBy: adminId, lapsesAt, ...email }) => [
    ended("pending_email", subject),
    made({
      ...{ proposalId, kind: "pending_email", subject, adminId, units: 0 },
      ...{ content: email, lapsesAt: Date.parse(lapsesAt) },
    }),
  ],
  EmailChangeRefused: ({ userId }) => [ended("pending_email", userId)],
  EmailChanged: ({ userId }, { by }) => [
    ended("pending_email", userId, by === userId || by.includes(":") ? undefined : by),
  ],
};

const ADAPTERS = {
  ...{ ...giftRefunds, ...groupDecisions, ...appealAnswers },
  ...{ ...disputes, ...settlements, ...payouts, ...tax },
  ...{ ...policyChanges, ...adminRoles, ...invitations, ...pendingEmails },
};

/** An event of an area's own stream of before. */
export type OldDecision =
  | GiftRefundEvent
  | GroupEvent
  | AppealEvent
  | DisputeEvent
  | SplitEvent
  | PauseEvent
  | TaxRemittanceEvent
  | PolicyEvent
  | TeamEvent
  | AdminGranted
  | AdminRevoked
  | EmailChangeProposed
  | EmailChangeRefused
  | EmailChanged;

export const OLD_TYPES = Object.keys(ADAPTERS) as readonly OldDecision["type"][];

/** What an event of before there was a stream of proposals says as proposals. */
export function asProposals({ type, data, recordedAt, eventId, metadata }: Recorded<OldDecision>): readonly Adapted[] {
  const adapter = ADAPTERS[type] as ((data: unknown, about: object) => readonly Adapted[]) | undefined;
  const by = metadata.actor.replace(/^user:/, "");
  return adapter?.(data, { at: recordedAt, eventId, by }) ?? [];
}

function made(data: ProposalMade["data"]): Adapted {
  return { type: "ProposalMade", data };
}

function alone(data: DecidedAlone["data"]): Adapted {
  return { type: "DecidedAlone", data };
}

function ended(kind: string, subject: string, confirmedBy?: string): Adapted {
  return { type: "OldEnded", data: { kind, subject, outcome: confirmedBy ? "confirmed" : "withdrawn", confirmedBy } };
}
