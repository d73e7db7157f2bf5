import { Refusal } from "../contract/refusal.ts";
import type { ProposalContent, ProposalEvent, ProposalMade } from "./events.ts";

/** What is open of one kind about one subject, and the last one that was confirmed or decided alone. */
export interface Proposals {
  readonly open: ProposalMade["data"] | undefined;
  readonly done: { readonly proposalId: string; readonly by: string } | undefined;
  /** The one that was withdrawn last. */
  readonly withdrawn: string | undefined;
}

export const NOTHING_PROPOSED: Proposals = { open: undefined, done: undefined, withdrawn: undefined };

/** What the events add up to. */
export function evolve(state: Proposals, { type, data }: ProposalEvent): Proposals {
  switch (type) {
    case "ProposalMade":
      return { ...state, open: data };
    case "ProposalWithdrawn":
      return { ...state, open: undefined, withdrawn: data.proposalId };
    case "ProposalConfirmed":
    case "DecidedAlone":
      return { ...state, open: undefined, done: { proposalId: data.proposalId, by: data.adminId } };
  }
}

/**
 * The event that brings a proposal of before there was this stream into it, once: it is confirmed and withdrawn as all
 * others are.
 */
export function adopt(state: Proposals, old: ProposalMade["data"]): ProposalEvent[] {
  const isKnown = [state.open?.proposalId, state.done?.proposalId, state.withdrawn].includes(old.proposalId);
  return isKnown ? [] : [{ type: "ProposalMade", data: old }];
}

/** What is open at a moment (epoch ms): a proposal that has lapsed is not. */
function openAt({ open }: Proposals, now: number): ProposalMade["data"] | undefined {
  return open !== undefined && now < open.lapsesAt ? open : undefined;
}

export interface Ask {
  readonly proposalId: string;
  readonly kind: string;
  readonly subject: string;
  readonly adminId: string;
  readonly units: number;
  readonly content: ProposalContent;
  /** Whether the sums need an admin on another side, too. */
  readonly needsTwo: boolean;
  readonly lapsesAt: number;
  /** The open proposal that decides nothing any more: this one takes its place. */
  readonly replaces?: string | undefined;
}

/** An admin decides alone, or proposes. Refuses with `already_decided` while another proposal waits. */
export function decideAsk(
  state: Proposals,
  { needsTwo, lapsesAt, replaces, ...decision }: Ask,
  now: number,
): ProposalEvent[] {
  const { kind, subject, adminId } = decision;
  const open = openAt(state, now);
  if (open && open.proposalId !== replaces) throw waitsAlready();
  const gone: ProposalEvent[] = open
    ? [{ type: "ProposalWithdrawn", data: { proposalId: open.proposalId, kind, subject, adminId } }]
    : [];
  return needsTwo
    ? [...gone, { type: "ProposalMade", data: { ...decision, lapsesAt } }]
    : [...gone, { type: "DecidedAlone", data: decision }];
}

export function waitsAlready(): Refusal {
  return new Refusal("already_decided", "A proposal about this waits for an admin on another side");
}

interface Answer {
  readonly proposalId: string;
  readonly adminId: string;
}

/**
 * An admin on another side confirms; the same press again changes nothing. Refuses with `already_decided`,
 * `not_your_approval` or `not_independent`.
 */
export function decideConfirm(
  state: Proposals,
  { proposalId, adminId }: Answer,
  { now, areTwo }: { readonly now: number; areTwo(one: string, other: string): boolean },
): ProposalEvent[] {
  if (state.done?.proposalId === proposalId && state.done.by === adminId) return [];
  const open = existing(state, proposalId, now);
  if (open.adminId === adminId) {
    throw new Refusal("not_your_approval", "You proposed this: an admin on another side has to confirm it");
  }
  if (!areTwo(open.adminId, adminId)) {
    throw new Refusal(
      "not_independent",
      "You and the admin who proposed this count as one: someone on the side of another founding owner confirms it",
    );
  }
  const { kind, subject } = open;
  return [{ type: "ProposalConfirmed", data: { proposalId, kind, subject, adminId } }];
}

/** Every admin who may decide takes a proposal away. Refuses with `already_decided`. */
export function decideWithdraw(state: Proposals, { proposalId, adminId }: Answer, now: number): ProposalEvent[] {
  const { kind, subject } = existing(state, proposalId, now);
  return [{ type: "ProposalWithdrawn", data: { proposalId, kind, subject, adminId } }];
}

function existing(state: Proposals, proposalId: string, now: number): ProposalMade["data"] {
  const open = openAt(state, now);
  if (open?.proposalId !== proposalId) throw new Refusal("already_decided", "This proposal is no longer open");
  return open;
}
