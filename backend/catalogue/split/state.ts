import { Refusal } from "../../contract/refusal.ts";
import {
  formatBasisPoints,
  LEAST_OWN_BASIS_POINTS,
  MOST_COLLABORATORS_OF_TRACK,
  WHOLE,
} from "../../contract/splits.ts";
import { trackNotFound } from "../track/state.ts";
import { isAsked, type SplitEvent, type SplitInvited, type SplitShare } from "./events.ts";

type Status = "waiting" | "accepted" | "declined" | "unchanged";

/** A person whom a proposal is about. */
interface Invited extends SplitInvited {
  readonly status: Status;
}

interface Dispute {
  readonly creatorId: string;
  readonly by: string;
  /** What each side lets the collaborator have of what is held, in basis points. */
  readonly ownerOffers: number;
  readonly collaboratorAsks: number;
  readonly isOpen: boolean;
  /** What was decided. */
  readonly basisPoints?: number;
}

/** How a track's income is divided, as decisions see it. */
export interface SplitState {
  /** Of how many changes the state is made; a form shows which one it was loaded with. */
  readonly version: number;
  readonly ownerId: string | undefined;
  /** Of collaborators, in force. */
  readonly shares: readonly SplitShare[];
  readonly proposal: { readonly proposalId: string; readonly invited: readonly Invited[] } | undefined;
  /** Who said what to which invitation: a repeated answer is none. */
  readonly answers: ReadonlyMap<string, { readonly creatorId: string; readonly answer: "accepted" | "declined" }>;
  readonly disputes: ReadonlyMap<string, Dispute>;
}

export const NO_SPLIT: SplitState = {
  version: 0,
  ownerId: undefined,
  shares: [],
  proposal: undefined,
  answers: new Map(),
  disputes: new Map(),
};

/** Folds an event into what decisions need to know of a track's shares. */
export function evolveSplit(before: SplitState, { type, data }: SplitEvent): SplitState {
  const state = { ...before, version: before.version + 1, ownerId: data.ownerId };
  switch (type) {
    case "SplitProposed":
      return { ...state, proposal: whileWaiting(proposed(data)) };
    case "SplitAnswered": {
      const { creatorId, answer } = data;
      const answers = new Map(before.answers).set(data.invitationId, { creatorId, answer });
      return { ...state, answers, proposal: whileWaiting(answered(before, data)) };
    }
    case "SplitProposalWithdrawn":
      return { ...state, proposal: undefined };
    case "SplitChanged":
      return { ...state, shares: data.shares };
    case "SplitDisputed": {
      const { creatorId, by } = data;
      const opened = { creatorId, by, ownerOffers: 0, collaboratorAsks: WHOLE, isOpen: true };
      return { ...state, disputes: new Map(before.disputes).set(data.disputeId, opened) };
    }
    case "SplitDisputeOffered":
      return { ...state, disputes: put(before, data.disputeId, offerOf(before, data)) };
    case "SplitSettlementProposed":
    case "SplitSettlementWithdrawn":
      return state;
    case "SplitDisputeSettled": {
      const over = { isOpen: false, basisPoints: data.basisPoints };
      return { ...state, disputes: put(before, data.disputeId, over) };
    }
  }
}

function put({ disputes }: SplitState, disputeId: string, changes: Partial<Dispute>): SplitState["disputes"] {
  const known = disputes.get(disputeId);
  return known ? new Map(disputes).set(disputeId, { ...known, ...changes }) : disputes;
}

function offerOf({ ownerId }: SplitState, { by, basisPoints }: { by: string; basisPoints: number }): Partial<Dispute> {
  return by === ownerId ? { ownerOffers: basisPoints } : { collaboratorAsks: basisPoints };
}

type Proposal = NonNullable<SplitState["proposal"]>;

function proposed({ proposalId, invited }: { proposalId: string; invited: readonly SplitInvited[] }): Proposal {
  return {
    proposalId,
    invited: invited.map((one): Invited => ({ ...one, status: isAsked(one) ? "waiting" : "unchanged" })),
  };
}

/** The proposal after an answer; it is over when a person whose share would shrink says no. */
function answered(
  { proposal, shares }: SplitState,
  { invitationId, creatorId, answer }: { invitationId: string; creatorId: string; answer: "accepted" | "declined" },
): Proposal | undefined {
  if (answer === "declined" && pointsOf(shares, creatorId) > 0) return undefined;
  return proposal && {
    ...proposal,
    invited: proposal.invited.map((one) =>
      one.invitationId === invitationId ? { ...one, creatorId, status: answer } : one
    ),
  };
}

function whileWaiting(proposal: Proposal | undefined): Proposal | undefined {
  return proposal?.invited.some(({ status }) => status === "waiting") ? proposal : undefined;
}

function pointsOf(shares: readonly SplitShare[], creatorId: string): number {
  return shares.find((share) => share.creatorId === creatorId)?.basisPoints ?? 0;
}

/** Who asks, as the account says it. */
export interface Answering {
  readonly userId: string;
  readonly emailHash: string;
  readonly isCreator: boolean;
}

/** A track that can be divided; undefined where it is gone. */
export type KnownTrack = { readonly ownerId: string } | undefined;

export interface Proposing {
  readonly trackId: string;
  readonly userId: string;
  /** The hash of the owner's own address. */
  readonly emailHash: string;
  readonly track: KnownTrack;
  /** A moderator or a claim hides the song: no new people are asked about it. */
  readonly isKeptBack: boolean;
  /** What the form was loaded with. */
  readonly version: number;
  readonly ownBasisPoints: number;
  readonly proposalId: string;
  readonly wanted: readonly SplitInvited[];
  /** Names the question to a person who has a share and is left out. */
  readonly idOf: (creatorId: string) => string;
}

/**
 * The owner asks for shares. Refuses with `not_found`, `invalid_request` for shares that cannot be, `conflict` where
 * another change came first, `split_disputed` where it would change what is disputed. What is so already changes nothing.
 */
export function decideProposal(state: SplitState, proposing: Proposing): SplitEvent[] {
  const { trackId, userId: ownerId, track, version, proposalId, wanted, idOf } = proposing;
  if (track?.ownerId !== ownerId) throw trackNotFound();
  assertShares(proposing);
  if (isSame(state, wanted)) return [];
  if (version !== state.version) {
    throw new Refusal("conflict", "These shares have just changed. Look at them again, then make your change.");
  }
  if (
    proposing.isKeptBack && wanted.some((one) => !state.shares.some(({ creatorId }) => creatorId === one.creatorId))
  ) {
    throw invalid("This song is held back: invite people once it is back");
  }
  const left = state.shares.filter(({ creatorId }) => !wanted.some((one) => one.creatorId === creatorId));
  const givenUp = left.map(({ creatorId }): SplitInvited => (
    { invitationId: idOf(creatorId), creatorId, basisPoints: 0 }
  ));
  const invited = [...wanted, ...givenUp].map((one): SplitInvited => {
    const wasBasisPoints = one.creatorId === undefined ? 0 : pointsOf(state.shares, one.creatorId);
    return wasBasisPoints === 0 ? one : { ...one, wasBasisPoints };
  });
  const changed = state.shares.find(({ creatorId, basisPoints }) =>
    isDisputed(state, creatorId) && invited.find((one) => one.creatorId === creatorId)?.basisPoints !== basisPoints
  );
  if (changed) throw disputedShare();
  // Where no one has to agree, it is in force immediately.
  return [
    { type: "SplitProposed", data: { trackId, ownerId, proposalId, invited } },
    ...applied({ trackId, ownerId, shares: state.shares }, proposed({ proposalId, invited })),
  ];
}

function assertShares({ userId, emailHash, wanted, ownBasisPoints }: Proposing): void {
  if (wanted.length > MOST_COLLABORATORS_OF_TRACK) {
    throw invalid(`Up to ${MOST_COLLABORATORS_OF_TRACK} people can share a song`);
  }
  if (wanted.some((one) => !Number.isInteger(one.basisPoints) || one.basisPoints < 1)) {
    throw invalid("Each share has to be more than 0 %, with at most two decimals");
  }
  if (wanted.some((one) => one.creatorId === userId || one.emailHash === emailHash)) {
    throw invalid("You cannot invite yourself: your part is the rest");
  }
  const names = wanted.map(({ creatorId, emailHash: hash, invitationId }) => creatorId ?? hash ?? invitationId);
  if (new Set(names).size !== names.length) throw invalid("Someone is in the list twice");
  if (sumOf(wanted) + ownBasisPoints !== WHOLE) throw invalid("The shares have to make 100 %, your own included");
  if (ownBasisPoints < LEAST_OWN_BASIS_POINTS) throw invalid("Keep at least 1 % yourself");
}

/** What is asked for already, or is so. */
function isSame({ shares, proposal }: SplitState, wanted: readonly SplitInvited[]): boolean {
  const words = (list: readonly { creatorId?: string; emailHash?: string; basisPoints: number }[]) =>
    list.filter(({ basisPoints }) => basisPoints > 0)
      .map(({ creatorId, emailHash, basisPoints }) => `${emailHash ?? creatorId ?? ""} ${basisPoints}`).toSorted()
      .join();
  const asked = proposal?.invited.filter(({ status }) => status !== "declined");
  return words(wanted) === words(asked ?? shares);
}

function sumOf(shares: readonly { readonly basisPoints: number }[]): number {
  return shares.reduce((sum, { basisPoints }) => sum + basisPoints, 0);
}

/** The owner no longer asks for what waits; what is in force stays. Once is enough. */
export function decideWithdrawal(
  state: SplitState,
  { trackId, userId, proposalId }: { trackId: string; userId: string; proposalId: string },
): SplitEvent[] {
  if (state.ownerId !== userId) throw trackNotFound();
  if (state.proposal?.proposalId !== proposalId) return [];
  return [{ type: "SplitProposalWithdrawn", data: { trackId, ownerId: userId, proposalId } }];
}

interface AnsweringInvitation {
  readonly trackId: string;
  readonly invitationId: string;
  readonly answer: "accepted" | "declined";
  readonly asking: Answering;
  readonly track: KnownTrack;
}

/**
 * A person answers an invitation. A yes is in force immediately, unless another person's share has to shrink for it:
 * then with that person's yes. Refuses with `link_invalid` for a question that is over, `wrong_account` for another
 * person's invitation, `creators_only`, `already_decided` after the other answer, `split_member` for a second share of
 * the song, `split_disputed` where the yes would change a share that is disputed.
 */
export function decideAnswer(
  state: SplitState,
  { trackId, invitationId, answer, asking, track }: AnsweringInvitation,
): SplitEvent[] {
  const { userId: creatorId } = asking;
  const { proposal, ownerId, shares } = state;
  const given = state.answers.get(invitationId);
  if (given) {
    if (given.creatorId !== creatorId) throw otherAccount();
    if (given.answer === answer) return [];
    throw new Refusal("already_decided", "You have answered this invitation already");
  }
  const invited = proposal?.invited.find((one) => one.invitationId === invitationId);
  if (invited?.status !== "waiting" || !proposal || ownerId === undefined || track?.ownerId !== ownerId) {
    throw invitationOver();
  }
  if (!isFor(invited, asking)) throw otherAccount();
  if (!asking.isCreator) throw new Refusal("creators_only", "You need a creator account to have a share of a song");
  const isTwice = invited.creatorId === undefined &&
    [...shares, ...proposal.invited].some((one) => one.creatorId === creatorId);
  if (isTwice && answer === "accepted") throw new Refusal("split_member", "You have a share of this song already");
  if (isDisputed(state, creatorId)) throw disputedShare();
  const told = { invitationId, creatorId, answer };
  const after = answered(state, told);
  const change = answer === "accepted" && after ? applied({ trackId, ownerId, shares }, after) : [];
  if (change.some((event) => event.type === "SplitChanged" && changesDisputed(state, event.data.shares))) {
    throw disputedShare();
  }
  return [{ type: "SplitAnswered", data: { trackId, ownerId, proposalId: proposal.proposalId, ...told } }, ...change];
}

/** Whether an account is the one that an invitation is for. */
export function isFor(
  { creatorId, emailHash }: { readonly creatorId?: string | undefined; readonly emailHash?: string | undefined },
  asking: Pick<Answering, "userId" | "emailHash">,
): boolean {
  return creatorId === undefined ? emailHash === asking.emailHash : creatorId === asking.userId;
}

/** The shares that a proposal brings in force now: none while a person whose share shrinks has not said yes. */
function applied(
  { trackId, ownerId, shares: before }: { trackId: string; ownerId: string; shares: readonly SplitShare[] },
  { invited }: Proposal,
): SplitEvent[] {
  const waits = invited.some(({ creatorId, basisPoints, status }) =>
    status === "waiting" && creatorId !== undefined && pointsOf(before, creatorId) > basisPoints
  );
  if (waits) return [];
  const shares = invited.flatMap(({ creatorId, basisPoints, status }): SplitShare[] =>
    creatorId !== undefined && basisPoints > 0 && (status === "accepted" || status === "unchanged")
      ? [{ creatorId, basisPoints }]
      : []
  ).toSorted(byCreator);
  if (isEqual(shares, before)) return [];
  return [{ type: "SplitChanged", data: { trackId, ownerId, shares, because: "accepted" } }];
}

function byCreator(one: SplitShare, two: SplitShare): number {
  return one.creatorId < two.creatorId ? -1 : 1;
}

function isEqual(one: readonly SplitShare[], two: readonly SplitShare[]): boolean {
  return one.length === two.length &&
    one.every(({ creatorId, basisPoints }) => pointsOf(two, creatorId) === basisPoints);
}

/** A collaborator gives their share up, for what comes from now on. Doing it again changes nothing. */
export function decideLeaving(
  state: SplitState,
  { trackId, userId }: { trackId: string; userId: string },
): SplitEvent[] {
  const { ownerId, shares, proposal } = state;
  if (ownerId === undefined || pointsOf(shares, userId) === 0) return [];
  if (isDisputed(state, userId)) throw disputedShare();
  const about = { trackId, ownerId };
  const rest = shares.filter(({ creatorId }) => creatorId !== userId);
  // What is asked was made of other shares: the owner asks anew.
  const ended: SplitEvent[] = proposal
    ? [{ type: "SplitProposalWithdrawn", data: { ...about, proposalId: proposal.proposalId } }]
    : [];
  return [...ended, { type: "SplitChanged", data: { ...about, shares: rest, because: "left" } }];
}

interface Disputing {
  readonly trackId: string;
  readonly userId: string;
  readonly creatorId: string;
  readonly disputeId: string;
  readonly reason: string;
}

/** The owner or the collaborator disputes a share in force. One that is disputed already stays so. */
export function decideDispute(state: SplitState, disputing: Disputing): SplitEvent[] {
  const { trackId, userId, creatorId, disputeId, reason } = disputing;
  const { ownerId, shares, disputes } = state;
  if (ownerId === undefined || (userId !== ownerId && userId !== creatorId)) throw shareNotFound();
  if (disputes.has(disputeId) || isDisputed(state, creatorId)) return [];
  if (pointsOf(shares, creatorId) === 0) throw shareNotFound();
  return [{ type: "SplitDisputed", data: { trackId, ownerId, disputeId, creatorId, by: userId, reason } }];
}

/**
 * One side says what the collaborator should have of what is held. When both say the same, or one lets the other have as
 * much as they ask, it is settled.
 */
export function decideOffer(
  state: SplitState,
  offering: { trackId: string; userId: string; disputeId: string; basisPoints: number },
): SplitEvent[] {
  const { trackId, userId, disputeId, basisPoints } = offering;
  const dispute = state.disputes.get(disputeId);
  const { ownerId } = state;
  if (!dispute || ownerId === undefined || (userId !== ownerId && userId !== dispute.creatorId)) throw noDispute();
  assertPart(basisPoints);
  if (!dispute.isOpen) {
    if (dispute.basisPoints === basisPoints) return [];
    throw new Refusal("already_decided", "This dispute is settled");
  }
  const isOwner = userId === ownerId;
  if (basisPoints === (isOwner ? dispute.ownerOffers : dispute.collaboratorAsks)) return [];
  const about = { trackId, ownerId };
  const offered: SplitEvent = { type: "SplitDisputeOffered", data: { ...about, disputeId, by: userId, basisPoints } };
  const { ownerOffers, collaboratorAsks } = { ...dispute, ...offerOf(state, { by: userId, basisPoints }) };
  if (ownerOffers < collaboratorAsks) return [offered];
  // Who lets the other have more than they ask for settles on what they asked for.
  const agreed = isOwner ? collaboratorAsks : ownerOffers;
  return [offered, ...settled(state, { trackId, disputeId, basisPoints: agreed })];
}

/**
 * Two admins on two sides decide where the two do not agree. Refuses with `not_found`, `already_decided`, and with
 * `invalid_request` a share for which the others' leave no room.
 */
export function decideSettlement(state: SplitState, settling: Settled): SplitEvent[] {
  const { disputeId, basisPoints, shareBasisPoints } = settling;
  const dispute = state.disputes.get(disputeId);
  if (!dispute) throw noDispute();
  if (!dispute.isOpen) throw new Refusal("already_decided", "This dispute is settled");
  assertPart(basisPoints);
  if (shareBasisPoints !== undefined) assertShare(state, { creatorId: dispute.creatorId, shareBasisPoints });
  return settled(state, settling);
}

/** Others' shares and the least of the owner's leave so much. */
function assertShare(
  { shares }: SplitState,
  { creatorId, shareBasisPoints }: { creatorId: string; shareBasisPoints: number },
): void {
  const most = WHOLE - LEAST_OWN_BASIS_POINTS - sumOf(shares.filter((share) => share.creatorId !== creatorId));
  if (Number.isInteger(shareBasisPoints) && shareBasisPoints >= 0 && shareBasisPoints <= most) return;
  throw new Refusal("invalid_request", `The share can be 0 % to ${formatBasisPoints(most)} of the song`, {
    field: "shareBasisPoints",
  });
}

interface Settled {
  readonly trackId: string;
  readonly disputeId: string;
  readonly basisPoints: number;
  readonly shareBasisPoints?: number;
  readonly adminId?: string;
  readonly note?: string;
  readonly confirmedBy?: string;
}

function settled(state: SplitState, { trackId, disputeId, basisPoints, ...by }: Settled): SplitEvent[] {
  const dispute = state.disputes.get(disputeId);
  const { ownerId, proposal, shares } = state;
  if (!dispute || ownerId === undefined) throw noDispute();
  const { creatorId } = dispute;
  const about = { trackId, ownerId };
  const done: SplitEvent = {
    type: "SplitDisputeSettled",
    data: { ...about, disputeId, creatorId, basisPoints, ...by },
  };
  const before = pointsOf(shares, creatorId);
  const after = by.shareBasisPoints ?? (basisPoints > 0 ? before : 0);
  if (after === before) return [done];
  const rest = shares.filter((share) => share.creatorId !== creatorId);
  const changed = after === 0 ? rest : [...rest, { creatorId, basisPoints: after }].toSorted(byCreator);
  return [
    done,
    ...(proposal
      ? [{ type: "SplitProposalWithdrawn", data: { ...about, proposalId: proposal.proposalId } } as const]
      : []),
    { type: "SplitChanged", data: { ...about, shares: changed, because: "settled" } },
  ];
}

function assertPart(basisPoints: number): void {
  if (Number.isInteger(basisPoints) && basisPoints >= 0 && basisPoints <= WHOLE) return;
  throw invalid("Choose between 0 % and 100 %");
}

function isDisputed({ disputes }: SplitState, creatorId: string): boolean {
  return [...disputes.values()].some((one) => one.isOpen && one.creatorId === creatorId);
}

function changesDisputed(state: SplitState, shares: readonly SplitShare[]): boolean {
  const all = [...state.shares, ...shares].map(({ creatorId }) => creatorId);
  return all.some((creatorId) =>
    isDisputed(state, creatorId) && pointsOf(state.shares, creatorId) !== pointsOf(shares, creatorId)
  );
}

function invalid(message: string): Refusal {
  return new Refusal("invalid_request", message, { field: "shares" });
}

function shareNotFound(): Refusal {
  return new Refusal("not_found", "There is no such share");
}

function noDispute(): Refusal {
  return new Refusal("not_found", "Dispute not found");
}

function disputedShare(): Refusal {
  return new Refusal("split_disputed", "This share is disputed: settle that first");
}

/** The refusal for an invitation that is for another account. */
function otherAccount(): Refusal {
  return new Refusal("wrong_account", "This invitation is for another account. Log in with the one that was invited.");
}

/** The refusal for a link that asks nothing any more. */
export function invitationOver(): Refusal {
  return new Refusal("link_invalid", "This invitation is no longer open. Ask the artist for a new one.");
}
