import type { TrustLevel } from "./trust.ts";
import type { AdminUser } from "./admin_users.ts";
import type { BalanceAt } from "./statement.ts";
import type { WithdrawalStatus } from "./wallet.ts";

/** `GET /api/v1/admin/people/:id?at=`: a person, and what they had at a moment. Lists are the newest first. */
export type PersonPage = {
  person: AdminUser;
  level: TrustLevel;
  group?: { groupId: string; members: number; score: number } | undefined;
  balance: BalanceAt;
  /** Devices that played; `others` are accounts that share one. */
  devices: { deviceId: string; plays: number; tokens: number; others: string[] }[];
  sessions: { sessionId: string; userAgent: string; isAdmin: boolean; createdAt: string; lastSeenAt: string }[];
  appeals: { appealId: string; at: string; state: "open" | "proposed" | "answered" }[];
  notes: { at: string; by: string; text: string }[];
};

/** `GET /api/v1/admin/people/:id/gifts`. `other` is who gave or got it; empty for erased people. */
export type PersonGifts = {
  gifts: {
    giftId: string;
    at: string;
    way: "given" | "got";
    other: { userId: string; name: string };
    tokens: number;
    method: "card" | "tokens";
    status: "sent" | "refunded";
    /** A refund waits for an admin on another side, or is decided and the payment provider was asked. */
    refund?: "waiting" | "decided" | undefined;
    reference?: string | undefined;
  }[];
  nextCursor?: string | undefined;
};

/** `GET /api/v1/admin/people/:id/payouts`. */
export type PersonPayouts = {
  payouts: {
    withdrawalId: string;
    requestedAt: string;
    amount: number;
    status: WithdrawalStatus;
    reference?: string | undefined;
  }[];
  nextCursor?: string | undefined;
};
