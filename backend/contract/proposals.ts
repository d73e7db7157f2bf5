/** What became of a decision: it is carried out, waits for an admin on another side, or the facts had decided before. */
export type ProposalState = "done" | "waiting" | "decided_before";

/** A decision that one admin proposed and an admin on another side confirms. */
export interface ProposalShown {
  proposalId: string;
  kind: string;
  /** What it is about, as its kind names it. */
  subject: string;
  /** What is to be done, in words. */
  title: string;
  lines: string[];
  /** Where the admin sees what it is about. */
  link: { label: string; path: string };
  tokens: number;
  /** The first name of the admin who proposed it. */
  by: string;
  /** Who proposed it is no admin any more: it can only be withdrawn, and proposed anew. */
  hasProposerLeft?: true;
  proposedAt: string;
  lapsesAt: string;
  /** The admin who asks is on another side, has no part in it, and has a role that decides on it. */
  mayConfirm: boolean;
  /** The admin who asks has a role that decides on it. */
  mayWithdraw: boolean;
  /** The hash of what is shown here: a confirmation names it, and is refused where it has changed since. */
  shown: string;
}

/** `GET /api/v1/admin/proposals`: what waits, the oldest first. */
export interface ProposalList {
  proposals: ProposalShown[];
}

/** `POST /api/v1/admin/proposals/:id/confirm` and `/withdraw`. */
export interface ProposalAnswer {
  message: string;
  state: ProposalState;
}
