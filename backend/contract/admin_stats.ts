import * as z from "zod/mini";
import { Role } from "./accounts.ts";

/** New ones of the last 30 days beside the 30 days before; `percent` is null where there were none before. */
export const Trend = z.object({
  current: z.number(),
  previous: z.number(),
  percent: z.nullable(z.number()),
});
export type Trend = z.infer<typeof Trend>;

const RecentUser = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: Role,
  createdAt: z.string(),
});

const RecentAudio = z.object({
  _id: z.string(),
  title: z.string(),
  artist: z.string(),
  genre: z.string(),
  duration: z.string(),
  coverImageUrl: z.string(),
  placeholder: z.string(),
  status: z.enum(["processing", "published", "failed"]),
  createdAt: z.string(),
});

/** How the service itself is. Sums in tokens and naira, as everywhere. */
export const SystemHealth = z.object({
  /** Events that the slowest follower has yet to see, and which one that is. */
  lag: z.object({ events: z.number(), slowest: z.nullable(z.string()), followers: z.number() }),
  jobs: z.object({ waiting: z.number(), running: z.number(), failed: z.number() }),
  mailsWaiting: z.number(),
  /** Null where the provider did not say. */
  providerBalance: z.nullable(z.object({ amount: z.number(), at: z.string() })),
  lastVerify: z.nullable(z.object({ at: z.string(), isFull: z.boolean(), isOk: z.boolean() })),
  lastReconciliation: z.nullable(z.object({ day: z.string(), at: z.string(), differences: z.number() })),
  /** To the back office, in the last day; `lastAt` is null where there were none. */
  failedLogins: z.object({ count: z.number(), lastAt: z.nullable(z.string()) }),
  rewardPool: z.object({ daily: z.number(), left: z.number() }),
});
export type SystemHealth = z.infer<typeof SystemHealth>;

/** `GET /api/v1/stats`. */
export const AdminStats = z.object({
  success: z.boolean(),
  stats: z.object({
    totalUsers: z.number(),
    totalCreators: z.number(),
    totalAudios: z.number(),
    /** People with Premium now. */
    totalSubscriptions: z.number(),
  }),
  trends: z.object({ users: Trend, creators: Trend, audios: Trend, subscriptions: Trend }),
  recentData: z.object({
    recentUsers: z.array(RecentUser),
    recentAudios: z.array(RecentAudio),
    /** `name` is empty where the account is gone; `paymentAmount` is 0 for Premium that nobody paid for. */
    recentSubscriptions: z.array(
      z.object({ userId: z.string(), name: z.string(), paymentAmount: z.number(), date: z.string() }),
    ),
  }),
  health: SystemHealth,
});
export type AdminStats = z.infer<typeof AdminStats>;
