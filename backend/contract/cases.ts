import type { PayoutProblem } from "./payments.ts";
import type { Finding } from "./groups.ts";
import type { TrustLevel } from "./trust.ts";
import type { WithdrawalStatus } from "./wallet.ts";

type Heard = {
  plays: number;
  /** What was reported, and what of it was credited. */
  claimedSeconds: number;
  creditedSeconds: number;
  tokens: number;
};

/** What an admin decided about a withdrawal. `caseHash` is empty where no case file belongs to the decision. */
type Review = {
  decision: "approved" | "rejected" | "approval_withdrawn" | "paid" | "returned";
  adminId: string;
  adminName: string;
  reason: string;
  caseHash: string;
  /** The admin decided without having opened it; missing in files from before this was known. */
  isLeftClosed?: boolean;
  at: string;
};

type Person = {
  userId: string;
  name: string;
  email: string;
  registeredAt: string;
  /** Missing in case files from before identities were proven, like the month. */
  level?: TrustLevel;
  /** Tokens of this calendar month: `limit` where there is one. `isOtherName`: the proven name is not that of the account. */
  month?: { paid: number; limit?: number; isOtherName: boolean };
};

type GiversPart = { givers: number; sharePercent: number };

type Giver = {
  userId: string;
  gifts: number;
  tokens: number;
  /** Of all that the artist was given, 0 to 100. */
  sharePercent: number;
  registeredAt: string;
  /** How old the giver's account was at the first gift. */
  ageDays: number;
  sharesDevice: boolean;
  sharesBank: boolean;
  /** A human has frozen what settles of this giver, or took rewards back; missing in files from before this was looked at. */
  judged?: "frozen" | "voided";
  /** Of payments by card at the provider, the newest ones. */
  references: string[];
};

/** 0 to 100, and the reasons it is made of, the weightiest first. */
export type Risk = {
  score: number;
  level: "low" | "medium" | "high";
  reasons: { code: string; points: number; text: string }[];
};

/**
 * Everything an admin is shown about a withdrawal before deciding: amounts in tokens, times as ISO text, days in Lagos.
 * Other people stand in it by their ids alone.
 */
export type CaseFile = {
  /** Random: trying hashes does not reveal what was shown. */
  caseId: string;
  shownAt: string;
  withdrawalId: string;
  amount: number;
  status: WithdrawalStatus;
  requestedAt: string;
  approvalsNeeded: number;
  /** How many admins there are to give them. */
  admins: number;
  person: Person;
  bank: {
    accountName: string;
    accountNumber: string;
    bankCode: string;
    bankName: string;
    nameMatches: boolean;
    /** The user was paid before, and never to this account. */
    isNew: boolean;
    /** Others who asked to be paid to it. */
    others: { userId: string; requests: number; paidTokens: number }[];
  };
  /** All that ever moved in the balance, by kind: the sum is what the user has now. */
  sources: { kind: string; label: string; count: number; tokens: number }[];
  balance: { available: number; reserved: number; settling?: number };
  /** Rewards as the books have them, and as the plays add up: the same, once every play is counted. */
  rewards: { booked: number; fromPlays: number };
  listening: {
    total: Heard;
    /** The newest days with listening; `hours` of 24 that were touched. */
    days: (Heard & { day: string; hours: number })[];
    olderDays: Heard & { days: number };
    tracks: (Heard & { trackId: string; title: string; artist: string })[];
    otherTracks: Heard & { tracks: number };
    devices: (Heard & { deviceId: string; others: string[] })[];
    /** Why time was not credited. */
    uncredited: { reason: string; plays: number; seconds: number }[];
    /** A track played many times on one day. */
    loops: (Heard & { day: string; trackId: string; title: string; artist: string })[];
    /** Of the counted plays: heard offline, and those of which no bytes were ever served. */
    proof: { counted: number; offline: number; unproven: number };
  };
  /** Gifts to an artist and who gave them, the largest giver first; missing in files from before this was known. */
  gifts?: {
    count: number;
    tokens: number;
    givers: Giver[];
    /** Givers that this list leaves out. */
    otherGivers: number;
    /** All givers who are frozen or voided, and all who were young: how many, and what part they gave, 0 to 100. */
    judged?: GiversPart;
    young?: GiversPart;
  };
  /** Gifts to this person that payers' banks dispute now; missing where there are none. */
  disputes?: { count: number; tokens: number };
  /** Of the password, the address or the name, in the weeks before the request. */
  changes: { change: "password" | "password_reset" | "email" | "name"; at: string }[];
  /** Why Orin would not pay it as of now; missing in files from before this was looked at. */
  stops?: { problem: PayoutProblem; text: string }[];
  reviews: Review[];
  earlier: {
    withdrawalId: string;
    amount: number;
    status: WithdrawalStatus;
    requestedAt: string;
    sameAccount: boolean;
    reviews: Review[];
  }[];
  /** Files that were stored before it was known have none. */
  trust?: {
    /** What the rules of trust find in the person's listening. */
    findings: Finding[];
    /** The group of linked accounts that the person belongs to. */
    group?: { groupId: string; members: number; score: number };
  };
  risk: Risk;
};

/** What the deciding admin knows of the case file: of one left closed, how many warning signs have to be seen first. */
export interface CaseSeen {
  readonly isOpened: boolean;
  readonly warnings: number;
}

/** Whether the admin has to open the case file before an approval: for its warning signs, and for the second approval. */
export function mustOpenCase({ isOpened, warnings }: CaseSeen, { isSecond }: { isSecond: boolean }): boolean {
  return !isOpened && (warnings > 0 || isSecond);
}

/** `GET /api/v1/admin/payments/:id/case`. `hash`: SHA-256 (hex) of the case file's canonical JSON. */
export type CaseAnswer = {
  caseFile: CaseFile;
  hash: string;
  /** Other people in it, as they are called now: the file itself, which outlives their accounts, has their ids alone. */
  names: Record<string, string>;
};
