import * as z from "zod/mini";
import { Email, Role, SignupRequest } from "./accounts.ts";
import { Id } from "./ids.ts";
import { type SocialField, socialName } from "./social_links.ts";
import { TRACK_STATES } from "./uploads.ts";

/** Codes of transfers that pay a creator. */
export const CREATOR_INCOME_CODES = ["gift"] as const;
/** And of those that take it back. */
export const CREATOR_TAKEN_BACK_CODES = ["gift_refunded"] as const;

/** Counted plays: all of them, without capped, overlapping and own ones, and of those the ones whose sound was served. */
const PlayCounts = z.object({ gross: z.number(), filtered: z.number(), verified: z.number() });
type PlayCounts = z.infer<typeof PlayCounts>;

const person = { id: z.string(), username: z.string() };

/** Sums in naira, as booked: gifts that came in. */
export const Revenue = z.object({
  total: z.number(),
  thisMonth: z.number(),
  lastMonth: z.number(),
  thisYear: z.number(),
});
export type Revenue = z.infer<typeof Revenue>;

/**
 * Who comments is shown as under the comment. Who plays and follows is named where they allow it: else `id` and
 * `profileImageUrl` are empty, `username` is "A listener", and the time is the start of the Lagos day.
 */
export const Activity = z.object({
  type: z.enum(["new_follower", "comment", "play"]),
  user: z.object({ ...person, profileImageUrl: z.string() }),
  data: z.object({
    content: z.optional(z.string()),
    track: z.optional(z.object({ id: z.string(), title: z.string() })),
  }),
  timestamp: z.string(),
});
export type Activity = z.infer<typeof Activity>;

export const RecentUpload = z.object({
  _id: z.string(),
  title: z.string(),
  genre: z.string(),
  duration: z.string(),
  durationSeconds: z.number(),
  coverImageUrl: z.string(),
  placeholder: z.string(),
  state: z.enum(TRACK_STATES),
  createdAt: z.string(),
});
export type RecentUpload = z.infer<typeof RecentUpload>;

/** `GET /api/v1/creator-stats` and `GET /api/c1/s`. */
export const CreatorStats = z.object({
  creator: z.object({ ...person, profileImage: z.string(), bio: z.string(), joinedAt: z.string() }),
  stats: z.object({ uploads: z.number(), followers: z.number(), totalPlays: z.number() }),
  plays: z.object({ gross: z.number(), filtered: z.number() }),
  earnings: Revenue,
  recentUploads: z.array(RecentUpload),
  recentFollowers: z.array(z.object({ ...person, profileImageUrl: z.string(), followedAt: z.string() })),
  recentActivity: z.array(Activity),
});
export type CreatorStats = z.infer<typeof CreatorStats>;

const SERIES_UNITS = ["day", "week", "month"] as const;
export type SeriesUnit = typeof SERIES_UNITS[number];
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isDay));

/** Lagos days, both included. Without them: the last 30 days, 12 weeks or 12 months. */
export const SeriesQuery = z.object({
  unit: z._default(z.enum(SERIES_UNITS), "day"),
  from: z.optional(day),
  to: z.optional(day),
  trackId: z.optional(Id),
});
export type SeriesQuery = z.infer<typeof SeriesQuery>;

/** What was heard in a stretch of time or of a track. `seconds` are credited ones, `grossSeconds` those reported. */
const heard = {
  plays: PlayCounts,
  listeners: z.number(),
  seconds: z.number(),
  grossSeconds: z.number(),
};

/** `GET /api/v1/creator-stats/series`. */
export const CreatorSeries = z.object({
  unit: z.enum(SERIES_UNITS),
  from: z.string(),
  to: z.string(),
  /** One for each day, week (from Monday) or month, by its first day; none is left out. */
  points: z.array(z.object({ start: z.string(), ...heard })),
  tracks: z.array(z.object({ _id: z.string(), title: z.string(), isDeleted: z.boolean(), ...heard })),
  reasons: z.array(z.object({ reason: z.string(), plays: z.number(), seconds: z.number() })),
  sources: z.array(z.object({ source: z.string(), plays: z.number(), seconds: z.number() })),
  /** In sums, without anybody: the ten who listened longest, then all others. Up to ten listeners are one sum. */
  topListeners: z.array(z.object({ listeners: z.number(), plays: z.number(), seconds: z.number() })),
});
export type CreatorSeries = z.infer<typeof CreatorSeries>;

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max));
const social = (field: SocialField, name: string) =>
  z.string().check(
    z.trim(),
    z.maxLength(200),
    z.refine((typed) => socialName(field, typed) !== undefined, `Enter your ${name}, or leave it empty.`),
  );

/** `PUT /api/v1/update-profile`: what is left out stays. */
export const CreatorProfileUpdate = z.partial(z.object({
  firstName: SignupRequest.shape.firstName,
  lastName: SignupRequest.shape.lastName,
  /** The name on the public page; without one it is the first and last name. */
  artistName: text(120),
  email: Email,
  phone: text(20),
  address: text(200),
  bio: text(1_000),
  city: text(80),
  stateProvince: text(80),
  zipPostalCode: text(20),
  country: text(80),
  twitterHandle: social("twitterHandle", "Twitter handle"),
  instagramHandle: social("instagramHandle", "Instagram handle"),
  linkedinProfile: social("linkedinProfile", "LinkedIn profile"),
  facebookProfile: social("facebookProfile", "Facebook profile"),
  isContactPublic: z.boolean(),
  isNamePublic: z.boolean(),
}));
export type CreatorProfileUpdate = z.infer<typeof CreatorProfileUpdate>;

/** `GET /api/v1/creator-profile`. */
export const OwnCreatorProfile = z.object({
  success: z.boolean(),
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  artistName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  profilePicture: z.object({ url: z.string() }),
  role: Role,
  isAdmin: z.boolean(),
  createdAt: z.string(),
  bio: z.string(),
  city: z.string(),
  stateProvince: z.string(),
  zipPostalCode: z.string(),
  country: z.string(),
  twitterHandle: z.string(),
  instagramHandle: z.string(),
  linkedinProfile: z.string(),
  facebookProfile: z.string(),
  /** Whether everyone sees the email and the phone. */
  isContactPublic: z.boolean(),
  /** Whether everyone sees the first and the last name. */
  isNamePublic: z.boolean(),
});
export type OwnCreatorProfile = z.infer<typeof OwnCreatorProfile>;

/** Whether the calendar has it: `Date` takes 30 February for 2 March. */
function isDay(text: string): boolean {
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
