import {
  type Activity,
  CREATOR_INCOME_CODES,
  CREATOR_TAKEN_BACK_CODES,
  type CreatorStats,
  type RecentUpload,
  type Revenue,
} from "../contract/creators.ts";
import { minutesAndSeconds } from "../contract/duration.ts";
import { lagosDay } from "../contract/policy.ts";
import type { Deps } from "../deps.ts";
import { newestComments } from "../../projections/comments.ts";
import { findCreator } from "../../projections/creators.ts";
import { followerCounts, newestFollowers } from "../../projections/follows.ts";
import { newestPlays } from "../../projections/track_audience.ts";
import { heardInAll } from "../../projections/track_days.ts";
import { listOwnTracks, type OwnTrackRow, trackFacts, uploadedTrackIds } from "../../projections/tracks.ts";
import { findUser } from "../../projections/users.ts";
import { incomeByMonth } from "../../projections/wallets.ts";
import { namesOf } from "./routes_names.ts";

const MOST_RECENT = 5;
const MOST_ACTIVITY = 10;

/** What the dashboard shows. */
export async function statsOf(deps: Deps, creatorId: string): Promise<CreatorStats> {
  const { sql } = deps.store;
  const [profile, user, trackIds, uploads, followers, newest] = await Promise.all([
    findCreator(sql, creatorId),
    findUser(sql, creatorId),
    uploadedTrackIds(sql, creatorId),
    listOwnTracks(sql, creatorId, 1_000),
    followerCounts(sql, [creatorId]),
    newestFollowers(sql, creatorId, MOST_ACTIVITY),
  ]);
  const [heard, activity, earnings, names] = await Promise.all([
    heardInAll(sql, trackIds),
    activityOf(deps, { creatorId, trackIds, followers: newest }),
    revenueOf(deps, creatorId),
    namesOf(deps, [creatorId, ...newest.slice(0, MOST_RECENT).map((row) => row.followerId)]),
  ]);
  const own = names.get(creatorId);
  return {
    creator: {
      id: creatorId,
      username: own?.username ?? "",
      profileImage: profile?.pictureUrl ?? "",
      bio: profile?.bio ?? "",
      joinedAt: new Date(user?.createdAt ?? 0).toISOString(),
    },
    stats: { uploads: uploads.length, followers: followers.get(creatorId) ?? 0, totalPlays: heard.filteredPlays },
    plays: { gross: heard.grossPlays, filtered: heard.filteredPlays },
    earnings,
    recentUploads: uploads.slice(0, MOST_RECENT).map(recentUpload),
    recentFollowers: newest.slice(0, MOST_RECENT).flatMap(({ followerId, followedAt }) => {
      const follower = names.get(followerId);
      return follower ? [{ ...follower, followedAt: new Date(followedAt).toISOString() }] : [];
    }),
    recentActivity: activity,
  };
}

function recentUpload(row: OwnTrackRow): RecentUpload {
  return {
    _id: row.trackId,
    title: row.title,
    genre: row.genre,
    duration: minutesAndSeconds(row.durationMs),
    durationSeconds: row.durationMs / 1000,
    coverImageUrl: row.coverImageUrl,
    placeholder: row.placeholder,
    state: row.status === "published" ? "ready" : row.status,
    createdAt: new Date(row.uploadedAt).toISOString(),
  };
}

interface Audience {
  readonly creatorId: string;
  readonly trackIds: readonly string[];
  readonly followers: readonly { readonly followerId: string; readonly followedAt: number }[];
}

interface Happening {
  readonly type: Activity["type"];
  readonly userId: string;
  readonly at: number;
  readonly trackId?: string | undefined;
  readonly sealed?: string;
}

/** New followers, comments and plays, the newest first. Words of people who were erased are left out with them. */
async function activityOf(deps: Deps, { creatorId, trackIds, followers }: Audience): Promise<Activity[]> {
  const { sql } = deps.store;
  const [comments, plays] = await Promise.all([
    newestComments(sql, { creatorId, trackIds, limit: MOST_ACTIVITY }),
    newestPlays(sql, trackIds, MOST_ACTIVITY),
  ]);
  const happenings: Happening[] = [
    ...followers.map((row): Happening => ({ type: "new_follower", userId: row.followerId, at: row.followedAt })),
    ...plays.map((row): Happening => ({ type: "play", userId: row.listenerId, at: row.at, trackId: row.trackId })),
    ...comments.map((row): Happening => (
      { type: "comment", userId: row.authorId, at: row.createdAt, trackId: row.trackId, sealed: row.content }
    )),
  ];
  const newest = happenings.toSorted((one, two) => two.at - one.at).slice(0, MOST_ACTIVITY);
  const userIds = [...new Set(newest.map((row) => row.userId))];
  const [names, keys, facts] = await Promise.all([
    namesOf(deps, userIds),
    deps.personal.keysOf(sql, userIds),
    trackFacts(sql, newest.flatMap((row) => row.trackId ?? [])),
  ]);
  return newest.flatMap(({ type, userId, at, trackId, sealed }) => {
    const [user, fact] = [names.get(userId), facts.get(trackId ?? "")];
    const content = sealed === undefined ? undefined : keys.get(userId)?.open("comment", sealed);
    if (!user || (sealed !== undefined && content === undefined)) return [];
    const data = {
      ...(content === undefined ? {} : { content }),
      ...(trackId && fact ? { track: { id: trackId, title: fact.title } } : {}),
    };
    return [{ type, user, data, timestamp: new Date(at).toISOString() }];
  });
}

/** In naira: a kobo is a unit. */
async function revenueOf(deps: Deps, creatorId: string): Promise<Revenue> {
  const months = await incomeByMonth(deps.store.sql, deps.shardOf(creatorId), {
    userId: creatorId,
    codes: CREATOR_INCOME_CODES,
    takenBack: CREATOR_TAKEN_BACK_CODES,
  });
  const month = lagosDay(deps.now()).slice(0, 7);
  const [year = "", number = ""] = month.split("-");
  const last = number === "01" ? `${Number(year) - 1}-12` : `${year}-${String(Number(number) - 1).padStart(2, "0")}`;
  const total = (begins: string) =>
    [...months].filter(([name]) => name.startsWith(begins)).reduce((sum, [, units]) => sum + units, 0) / 100;
  return { total: total(""), thisMonth: total(month), lastMonth: total(last), thisYear: total(year) };
}
