import type { PolicyEvent } from "../backend/admin/policy/events.ts";
import type { GiftRefundDecided, GiftRefundEvent } from "../backend/gifts/refund/events.ts";
import type {
  AdminGranted,
  AdminRevoked,
  EmailChanged,
  EmailChangeProposed,
  EmailChangeRefused,
} from "../backend/accounts/account/events.ts";
import type { TeamEvent } from "../backend/admin/team/events.ts";
import type { EventKind, Recorded } from "../backend/store/log/event.ts";
import type { DecidedAlone, ProposalMade } from "../backend/admin/proposals/events.ts";

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
      proposalId,
      kind: "pending_email",
      subject,
      adminId,
      units: 0,
      content: email,
      lapsesAt: Date.parse(lapsesAt),
    }),
  ],
  EmailChangeRefused: ({ userId }) => [ended("pending_email", userId)],
  EmailChanged: (
    { userId },
    { by },
  ) => [ended("pending_email", userId, by === userId || by.includes(":") ? undefined : by)],
};

const ADAPTERS = { ...giftRefunds, ...policyChanges, ...adminRoles, ...invitations, ...pendingEmails };

/** An event of an area's own stream of before. */
export type OldDecision =
  | GiftRefundEvent
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
