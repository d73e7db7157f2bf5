import type { GiftRefundDecided, GiftRefundEvent } from "../backend/gifts/refund/events.ts";
import type { EventKind, Recorded } from "../backend/store/log/event.ts";
import type { DecidedAlone, ProposalMade } from "../backend/admin/proposals/events.ts";
import { APPEAL_ANSWER, type AppealAnswered, type AppealEvent } from "../backend/trust/appeal/events.ts";
import {
  GROUP_DECISION,
  type GroupDecided,
  groupDecisionContent,
  type GroupEvent,
} from "../backend/trust/group/events.ts";

/**
 * Before there was a stream of proposals each area had its own. What they hold is read here as proposals, for the list
 * and the sums; an event that names its proposal (`proposalId`) was booked by one and is skipped.
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

const ADAPTERS = { ...giftRefunds, ...groupDecisions, ...appealAnswers };

/** An event of an area's own stream of before. */
export type OldDecision = GiftRefundEvent | GroupEvent | AppealEvent;

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
