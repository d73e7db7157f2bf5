import type { PlayReason, PlayStatus } from "./listening.ts";
import type { WithdrawalStatus } from "./wallet.ts";

/** `GET /api/v1/admin/payments/:id/lots`: what pays for a withdrawal, first in, first out. None where it came back. */
export type PayoutLots = {
  withdrawalId: string;
  userId: string;
  name: string;
  amount: number;
  status: WithdrawalStatus;
  requestedAt: string;
  lots: {
    transferId: string;
    at: string;
    kind: "plays" | "gift" | "other";
    /** The code of the transfer. */
    code: string;
    /** What the withdrawal takes of the lot, and the whole lot. */
    tokens: number;
    lotTokens: number;
    gift?: { giftId: string; giver: { userId: string; name: string }; method: "card" | "tokens"; reference: string };
  }[];
};

/** `GET /api/v1/admin/payments/:id/lots/:transferId/plays`: the plays behind what is taken of a lot. */
export type LotPlays = {
  plays: {
    playId: string;
    title: string;
    artist: string;
    playedAt: string;
    /** What the withdrawal takes of the play's reward. */
    tokens: number;
  }[];
  nextCursor?: string | undefined;
};

/** `GET /api/v1/admin/people/:id/plays/:playId`: a play's receipt and its proof. Ranges in ms of the track. */
export type PlayProof = {
  playId: string;
  listenerId: string;
  title: string;
  artist: string;
  playedAt: string;
  listenedMs: number;
  creditedMs: number;
  tokens: number;
  status: PlayStatus;
  reason?: PlayReason | undefined;
  offline: boolean;
  policyVersion: number;
  /** What the device reported, as the log holds it. */
  reports: {
    log: string;
    position: number;
    at: string;
    deviceId: string;
    creditedMs: number;
    /** What an offline licence proves instead of a delivery. */
    licensedMs: number;
    heard: { from: string; to: string }[];
    /** Delivered sound that proves the report. Orin keeps the ranges for 16 days. */
    proofs: { ticketId: string; usedMs: number; delivery?: Delivery | undefined }[];
  }[];
};

type Delivery = {
  device: string;
  beganAt: string;
  endsAt: string;
  deliveredMs: number;
  isCopy: boolean;
  ranges: { fromMs: number; toMs: number }[];
};
