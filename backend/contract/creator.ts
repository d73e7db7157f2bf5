import type { Role } from "./accounts.ts";
import type { TrackState } from "./catalogue.ts";

/** Counted plays: all of them, without capped, overlapping and own ones, and of those the ones whose sound was served. */
interface PlayCounts {
  gross: number;
  filtered: number;
  verified: number;
}

interface Person {
  id: string;
  username: string;
}

/** Sums in naira, as booked: gifts and royalties that came in, shares of others' songs among them, less what went back. */
export interface Revenue {
  total: number;
  thisMonth: number;
  lastMonth: number;
  thisYear: number;
}

/**
 * Who comments is shown as under the comment. Who plays and follows is named where they allow it: else `id` and
 * `profileImageUrl` are empty, `username` is "A listener", and the time is the start of the Lagos day.
 */
export interface Activity {
  type: "new_follower" | "comment" | "play";
  user: Person & { profileImageUrl: string };
  data: {
    content?: string | undefined;
    track?: { id: string; title: string } | undefined;
  };
  timestamp: string;
}

export interface RecentUpload {
  _id: string;
  title: string;
  genre: string;
  duration: string;
  durationSeconds: number;
  coverImageUrl: string;
  placeholder: string;
  state: TrackState;
  createdAt: string;
}

/** `GET /api/v1/creator-stats` and `GET /api/c1/s`. */
export interface CreatorStats {
  creator: Person & { profileImage: string; bio: string; joinedAt: string };
  stats: { uploads: number; followers: number; totalPlays: number };
  plays: { gross: number; filtered: number };
  earnings: Revenue;
  recentUploads: RecentUpload[];
  recentFollowers: (Person & { profileImageUrl: string; followedAt: string })[];
  recentActivity: Activity[];
}

export const SERIES_UNITS = ["day", "week", "month"] as const;
export type SeriesUnit = typeof SERIES_UNITS[number];

/**
 * What was heard in a stretch of time or of a track. `seconds` are credited ones, `grossSeconds` those reported.
 * `listeners` are all, `countedListeners` those with plays that count: exact up to 1,024, above that in 95 of 100 cases
 * no further from the truth than the error beside it. Verified plays may come from a sample above 7,000 listener-days (a
 * listener, a track, a day).
 */
interface Heard {
  plays: PlayCounts;
  listeners: number;
  listenersError: number;
  countedListeners: number;
  countedListenersError: number;
  seconds: number;
  grossSeconds: number;
}

/** `GET /api/v1/creator-stats/series`. */
export interface CreatorSeries {
  unit: SeriesUnit;
  from: string;
  to: string;
  /** One for each day, week (from Monday) or month, by its first day; none is left out. */
  points: (Heard & { start: string })[];
  tracks: (Heard & { _id: string; title: string; isDeleted: boolean })[];
  reasons: { reason: string; plays: number; seconds: number }[];
  /** Plays without a listener that we removed from the figures, by the Lagos day (YYYY-MM-DD) on which we did. */
  removed: { removedOn: string; _id: string; title: string; plays: number }[];
  sources: { source: string; plays: number; seconds: number }[];
  /**
   * In sums, without anybody: the ten who listened longest, then all others. Up to ten listeners are one sum. With very
   * many listeners, the first sum is of more than ten, as `listeners` says.
   */
  topListeners: { listeners: number; plays: number; seconds: number }[];
}

/** `GET /api/v1/creator-profile`. */
export interface OwnCreatorProfile {
  success: boolean;
  id: string;
  firstName: string;
  lastName: string;
  artistName: string;
  email: string;
  phone: string;
  address: string;
  profilePicture: { url: string };
  role: Role;
  isAdmin: boolean;
  createdAt: string;
  bio: string;
  city: string;
  stateProvince: string;
  zipPostalCode: string;
  country: string;
  twitterHandle: string;
  instagramHandle: string;
  linkedinProfile: string;
  facebookProfile: string;
  /** Whether everyone sees the email and the phone. */
  isContactPublic: boolean;
  /** Whether everyone sees the first and the last name. */
  isNamePublic: boolean;
}
