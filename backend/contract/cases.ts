import * as z from "zod/mini";
import { WITHDRAWAL_STATUSES } from "./wallet.ts";

const heard = {
  plays: z.number(),
  /** What was reported, and what of it was credited. */
  claimedSeconds: z.number(),
  creditedSeconds: z.number(),
  tokens: z.number(),
};

/** What an admin decided about a withdrawal. `caseHash` is empty where no case file belongs to the decision. */
const Review = z.object({
  decision: z.enum(["approved", "rejected", "approval_withdrawn", "paid", "returned"]),
  adminId: z.string(),
  adminName: z.string(),
  reason: z.string(),
  caseHash: z.string(),
  at: z.string(),
});

const Person = z.object({ userId: z.string(), name: z.string(), email: z.string(), registeredAt: z.string() });

const RISK_LEVELS = ["low", "medium", "high"] as const;

/** 0 to 100, and the reasons it is made of, the weightiest first. */
export const Risk = z.object({
  score: z.number(),
  level: z.enum(RISK_LEVELS),
  reasons: z.array(z.object({ code: z.string(), points: z.number(), text: z.string() })),
});
export type Risk = z.infer<typeof Risk>;

/**
 * Everything an admin is shown about a withdrawal before deciding: amounts in tokens, times as ISO text, days in Lagos.
 * Other people stand in it by their ids alone.
 */
export const CaseFile = z.object({
  /** Random: nobody can find out what was shown by trying hashes. */
  caseId: z.string(),
  shownAt: z.string(),
  withdrawalId: z.string(),
  amount: z.number(),
  status: z.enum(WITHDRAWAL_STATUSES),
  requestedAt: z.string(),
  approvalsNeeded: z.number(),
  /** How many admins there are to give them. */
  admins: z.number(),
  person: Person,
  bank: z.object({
    accountName: z.string(),
    accountNumber: z.string(),
    bankCode: z.string(),
    bankName: z.string(),
    nameMatches: z.boolean(),
    /** The user was paid before, and never to this account. */
    isNew: z.boolean(),
    /** Others who asked to be paid to it. */
    others: z.array(z.object({ userId: z.string(), requests: z.number(), paidTokens: z.number() })),
  }),
  /** All that ever moved in the balance, by kind: the sum is what the user has now. */
  sources: z.array(z.object({ kind: z.string(), label: z.string(), count: z.number(), tokens: z.number() })),
  balance: z.object({ available: z.number(), reserved: z.number() }),
  /** Rewards as the books have them, and as the plays add up: the same, once every play is counted. */
  rewards: z.object({ booked: z.number(), fromPlays: z.number() }),
  listening: z.object({
    total: z.object(heard),
    /** The newest days with listening; `hours` of 24 that were touched. */
    days: z.array(z.object({ day: z.string(), hours: z.number(), ...heard })),
    olderDays: z.object({ days: z.number(), ...heard }),
    tracks: z.array(z.object({ trackId: z.string(), title: z.string(), artist: z.string(), ...heard })),
    otherTracks: z.object({ tracks: z.number(), ...heard }),
    devices: z.array(z.object({ deviceId: z.string(), others: z.array(z.string()), ...heard })),
    /** Why time was not credited. */
    uncredited: z.array(z.object({ reason: z.string(), plays: z.number(), seconds: z.number() })),
    /** A track played many times on one day. */
    loops: z.array(
      z.object({ day: z.string(), trackId: z.string(), title: z.string(), artist: z.string(), ...heard }),
    ),
    /** Of the counted plays: heard offline, and those of which no bytes were ever served. */
    proof: z.object({ counted: z.number(), offline: z.number(), unproven: z.number() }),
  }),
  /** Of the password, the address or the name, in the weeks before the request. */
  changes: z.array(z.object({ change: z.enum(["password", "password_reset", "email", "name"]), at: z.string() })),
  reviews: z.array(Review),
  earlier: z.array(z.object({
    withdrawalId: z.string(),
    amount: z.number(),
    status: z.enum(WITHDRAWAL_STATUSES),
    requestedAt: z.string(),
    sameAccount: z.boolean(),
    reviews: z.array(Review),
  })),
  risk: Risk,
});
export type CaseFile = z.infer<typeof CaseFile>;

/** `GET /api/v1/admin/payments/:id/case`. `hash`: SHA-256 (hex) of the case file's canonical JSON. */
export const CaseAnswer = z.object({ caseFile: CaseFile, hash: z.string() });
export type CaseAnswer = z.infer<typeof CaseAnswer>;
