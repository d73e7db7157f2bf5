/** A whole track, in basis points: 1 % is 100. */
export const WHOLE = 10_000;
/** Who owns a song stays part of it. */
export const LEAST_OWN_BASIS_POINTS = 100;
export const MOST_COLLABORATORS_OF_TRACK = 20;
export const MAX_SPLIT_REASON = 500;

/** 12.5 % for 1,250 basis points: at most two decimals, as people write them. */
export function formatBasisPoints(basisPoints: number): string {
  return `${(basisPoints / 100).toFixed(2).replace(/\.?0+$/, "")} %`;
}

/** One person's part of a song's income. `basisPoints` of 10,000. */
export interface ShareShown {
  /** Empty for a person who was invited by email and has not answered. */
  creatorId: string;
  /** The artist's name; of who was invited by email, for the owner alone, the address. */
  name: string;
  basisPoints: number;
  /** Since when, ISO; null while it waits. */
  since: string | null;
  /** Their account is suspended or closing: what comes in waits with them. */
  isWaiting: boolean;
  dispute: SplitDisputeShown | null;
}

/** An open dispute of a share. Sums in tokens. */
export interface SplitDisputeShown {
  disputeId: string;
  openedAt: string;
  byOwner: boolean;
  /** Empty where the author has left. */
  reason: string;
  /** What each side lets the collaborator have of what is held, in basis points. */
  ownerOffers: number;
  collaboratorAsks: number;
  held: number;
}

/** How a dispute of a share ended. */
export interface SettledDisputeShown {
  disputeId: string;
  trackId: string;
  title: string;
  /** The collaborator's name, for the owner; the owner's for the collaborator. */
  other: string;
  at: string;
  /** What the collaborator got of what was held, in basis points. */
  basisPoints: number;
  /** The share from then on: 0 where it ended. */
  shareBasisPoints: number;
  /** Whether Orin decided, and why; else the two agreed. */
  byOrin: boolean;
  note: string;
}

/** What a person was asked to agree to. */
export interface SplitInvitedShown {
  invitationId: string;
  name: string;
  /** Whether the name is an address that the owner wrote. */
  isAddress: boolean;
  creatorId: string;
  basisPoints: number;
  wasBasisPoints: number;
  status: "waiting" | "accepted" | "declined" | "unchanged";
}

/** `GET /api/v1/tracks/:trackId/split`, for the owner. */
export interface TrackSplit {
  trackId: string;
  title: string;
  /** Sent back with a change, which is refused where another one came first. */
  version: number;
  ownBasisPoints: number;
  shares: ShareShown[];
  proposal: { proposalId: string; at: string; invited: SplitInvitedShown[] } | null;
  /** The newest first. */
  settled: SettledDisputeShown[];
  /** The newest first. */
  history: { at: string; ownBasisPoints: number; shares: { name: string; basisPoints: number }[] }[];
}

/** `GET /api/v1/split-artists`: artists of a name, to share a song with. */
export interface SplitArtists {
  artists: { creatorId: string; name: string; pictureUrl: string }[];
}

/** `GET /api/v1/split-invitations/:token`: what the link asks. */
export interface SplitInvitation {
  trackId: string;
  title: string;
  coverImageUrl: string;
  ownerName: string;
  basisPoints: number;
  wasBasisPoints: number;
  status: "waiting" | "accepted" | "declined";
  /**
   * Who may answer: `you`, a visitor who has to log in (`login`), a listener who has to become a creator
   * (`creators_only`), or another account (`other`).
   */
  whose: "you" | "login" | "creators_only" | "other";
}

/** `GET /api/v1/shares`: the songs of others that a person has a part of. Sums in tokens. */
export interface OwnShares {
  invitations: {
    token: string;
    trackId: string;
    title: string;
    ownerName: string;
    basisPoints: number;
    wasBasisPoints: number;
    at: string;
  }[];
  shares: OwnShare[];
  /** The newest first. */
  settled: SettledDisputeShown[];
  /** The newest first: what came in, and what went back. */
  lines: ShareLine[];
}

export interface OwnShare {
  trackId: string;
  title: string;
  coverImageUrl: string;
  ownerName: string;
  basisPoints: number;
  since: string;
  /** Tokens that gifts for the song have brought so far, less what went back. */
  received: number;
  dispute: SplitDisputeShown | null;
}

export interface ShareLine {
  id: string;
  trackId: string;
  title: string;
  at: string;
  tokens: number;
  method: "card" | "tokens";
  status: "sent" | "settling" | "refunded";
}

/** `GET /api/v1/admin/split-disputes`. */
export interface SplitDisputeList {
  disputes: (SplitDisputeShown & {
    trackId: string;
    title: string;
    owner: { userId: string; name: string };
    collaborator: { userId: string; name: string };
    basisPoints: number;
    /** What one admin wants to decide waits for an admin on another side. */
    isProposed: boolean;
    settled: { at: string; basisPoints: number; shareBasisPoints: number; by: string; note: string } | null;
  })[];
}
