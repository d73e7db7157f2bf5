import type { Role } from "./accounts.ts";

/** New ones of the last 30 days beside the 30 days before; `percent` is null where there were none before. */
export interface Trend {
  current: number;
  previous: number;
  percent: number | null;
}

interface RecentUser {
  _id: string;
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  isAdmin: boolean;
  /** An admin who has not chosen a password yet. */
  isInvited?: true;
  createdAt: string;
}

interface RecentAudio {
  _id: string;
  title: string;
  artist: string;
  genre: string;
  duration: string;
  coverImageUrl: string;
  placeholder: string;
  status: "processing" | "published" | "failed";
  createdAt: string;
}

/** How the service itself is. Sums in tokens and naira, as everywhere. */
export interface SystemHealth {
  /** Events that the slowest follower has yet to see, and which one that is. */
  lag: { events: number; slowest: string | null; followers: number };
  jobs: { waiting: number; running: number; failed: number };
  mailsWaiting: number;
  /** Mails and texts that were given up. */
  mailsFailed: number;
  /** Why none goes out at present; null where they do. */
  mailsHeld: string | null;
  /** Null where the provider did not say. */
  providerBalance: { amount: number; at: string } | null;
  lastVerify: { at: string; isFull: boolean; isOk: boolean } | null;
  lastReconciliation: { day: string; at: string; differences: number } | null;
  /** To the back office, in the last day; `lastAt` is null where there were none. */
  failedLogins: { count: number; lastAt: string | null };
  rewardPool: { daily: number; left: number };
}

/** `GET /api/v1/stats`. */
export interface AdminStats {
  success: boolean;
  stats: {
    totalUsers: number;
    totalCreators: number;
    totalAudios: number;
    /** People with Premium now. */
    totalSubscriptions: number;
  };
  trends: { users: Trend; creators: Trend; audios: Trend; subscriptions: Trend };
  recentData: {
    recentUsers: RecentUser[];
    recentAudios: RecentAudio[];
    /** `name` is empty where the account is gone; `paymentAmount` is 0 for Premium without a payment. */
    recentSubscriptions: { userId: string; name: string; paymentAmount: number; date: string }[];
  };
  health: SystemHealth;
}

/** `POST /api/v1/admin/mails/again`: how many mails and texts are sent once more. */
export interface MailsAgainAnswer {
  message: string;
  count: number;
}
