import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/** A collaborator's part of what a track earns: whole basis points, of 10,000. The rest is the owner's. */
export type SplitShare = { readonly creatorId: string; readonly basisPoints: number };

/**
 * What one person is asked to agree to. An artist is named by their account, others by their address: it is sealed with
 * the owner's key as `split <invitationId>`, and its hash finds the account that may accept.
 */
export type SplitInvited = {
  readonly invitationId: string;
  /** 0 where a person who has a share is asked to give it up. */
  readonly basisPoints: number;
  /** What they have now, where they have a share: only less needs their word. */
  readonly wasBasisPoints?: number;
  readonly creatorId?: string;
  readonly email?: Sealed;
  readonly emailHash?: string;
};

type TrackRef = { readonly trackId: string; readonly ownerId: string };

/** The owner asks for these shares. A new proposal ends the one before; what is in force stays until people accept. */
type SplitProposed = Event<
  "SplitProposed",
  TrackRef & { readonly proposalId: string; readonly invited: readonly SplitInvited[] }
>;

/** A person said yes or no; `creatorId` is their account. */
type SplitAnswered = Event<
  "SplitAnswered",
  TrackRef & {
    readonly proposalId: string;
    readonly invitationId: string;
    readonly creatorId: string;
    readonly answer: "accepted" | "declined";
  }
>;

/** The owner no longer asks for what no one has accepted yet. */
type SplitProposalWithdrawn = Event<"SplitProposalWithdrawn", TrackRef & { readonly proposalId: string }>;

/** All shares of collaborators from now on: what the track earns from this moment on is divided by them. */
type SplitChanged = Event<
  "SplitChanged",
  TrackRef & {
    readonly shares: readonly SplitShare[];
    /** Accepted, given up by the collaborator, or ended by a dispute that the collaborator lost. */
    readonly because: "accepted" | "left" | "settled";
  }
>;

/** From now on what the share of `creatorId` brings is held aside, until both sides agree or an admin decides. */
type SplitDisputed = Event<
  "SplitDisputed",
  TrackRef & {
    readonly disputeId: string;
    readonly creatorId: string;
    /** The owner or the collaborator. */
    readonly by: string;
    /** Sealed with the key of `by`, as `split dispute <disputeId>`. */
    readonly reason: Sealed;
  }
>;

/** How much of what is held aside one side lets the collaborator have: basis points. */
type SplitDisputeOffered = Event<
  "SplitDisputeOffered",
  TrackRef & { readonly disputeId: string; readonly by: string; readonly basisPoints: number }
>;

/**
 * Of before there was a stream of proposals, only read: what an admin wanted to decide where the two did not agree.
 * `basisPoints` is what the collaborator gets of what is held aside, `shareBasisPoints` their share from then on: left
 * out it stays.
 */
type SplitSettlementProposed = Event<
  "SplitSettlementProposed",
  TrackRef & {
    readonly disputeId: string;
    readonly settlementId: string;
    readonly creatorId: string;
    readonly basisPoints: number;
    readonly shareBasisPoints?: number;
    readonly adminId: string;
    readonly note: string;
  }
>;

/** Only read, too: the proposal is off the table. */
type SplitSettlementWithdrawn = Event<
  "SplitSettlementWithdrawn",
  TrackRef & { readonly disputeId: string; readonly settlementId: string; readonly adminId: string }
>;

/**
 * The collaborator gets `basisPoints` of what was held aside, the owner the rest; with 0 the share ends, too, unless the
 * decision says another one.
 */
export type SplitDisputeSettled = Event<
  "SplitDisputeSettled",
  TrackRef & {
    readonly disputeId: string;
    readonly creatorId: string;
    readonly basisPoints: number;
    /** Who decided, and why, where the two did not agree. */
    readonly adminId?: string;
    readonly note?: string;
    /** The admin on another side who confirmed it; missing in decisions from before two had to. */
    readonly confirmedBy?: string;
    /** The collaborator's share from now on, where the decision says one: 0 ends it. */
    readonly shareBasisPoints?: number;
  }
>;

export type SplitEvent =
  | SplitProposed
  | SplitAnswered
  | SplitProposalWithdrawn
  | SplitChanged
  | SplitDisputed
  | SplitDisputeOffered
  | SplitSettlementProposed
  | SplitSettlementWithdrawn
  | SplitDisputeSettled;

/** The kind of proposals about settling a disputed share, by the dispute's id. */
export const SPLIT_SETTLEMENT = "split_settlement";

/** The stream of a track's shares, in the log `social`. */
export function splitStream(trackId: string): string {
  return `split/${trackId}`;
}

/** Whether this person has to agree: all but those who have as much already. */
export function isAsked({ basisPoints, wasBasisPoints = 0 }: SplitInvited): boolean {
  return wasBasisPoints === 0 || basisPoints < wasBasisPoints;
}

/** The field's name that an invited person's address is sealed under. */
export function sealedSplitField(invitationId: string): string {
  return `split ${invitationId}`;
}

/** The field's name that the reason of a dispute is sealed under. */
export function sealedDisputeField(disputeId: string): string {
  return `split dispute ${disputeId}`;
}
