import { asAuthor, asListener, findShowable, type ShownPerson } from "../accounts/commands_shown.ts";
import {
  type Activity,
  CREATOR_INCOME_CODES,
  CREATOR_TAKEN_BACK_CODES,
  type CreatorStats,
  type RecentUpload,
  type Revenue,
} from "../contract/creators.ts";
import { minutesAndSeconds } from "../contract/duration.ts";
import { lagosDay, lagosDayStart } from "../contract/policy.ts";
import type { Deps } from "../deps.ts";
import { newestComments } from "../../projections/comments.ts";
import { findCreator } from "../../projections/creators.ts";
import { followerCounts, newestFollowers } from "../../projections/follows.ts";
import { newestPlays } from "../../projections/track_audience.ts";
import { heardInAll } from "../../projections/track_days.ts";
import { listOwnTracks, type OwnTrackRow, trackFacts, uploadedTrackIds } from "../../projections/tracks.ts";
import { findUser } from "../../projections/users.ts";
import { incomeByMonth } from "../../projections/wallets.ts";

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
  const [heard, activity, earnings, people] = await Promise.all([
    heardInAll(sql, trackIds),
    activityOf(deps, { creatorId, trackIds, followers: newest }),
    revenueOf(deps, creatorId),
    findShowable(deps, [creatorId, ...newest.slice(0, MOST_RECENT).map((row) => row.followerId)]),
  ]);
  return {
    creator: {
      id: creatorId,
      username: people.get(creatorId)?.username ?? "",
      profileImage: profile?.pictureUrl ?? "",
      bio: profile?.bio ?? "",
      joinedAt: new Date(user?.createdAt ?? 0).toISOString(),
    },
    stats: { uploads: uploads.length, followers: followers.get(creatorId) ?? 0, totalPlays: heard.filteredPlays },
    plays: { gross: heard.grossPlays, filtered: heard.filteredPlays },
    earnings,
    recentUploads: uploads.slice(0, MOST_RECENT).map(recentUpload),
    recentFollowers: newest.slice(0, MOST_RECENT).map(({ followerId, followedAt }) => {
      const follower = asListener(people.get(followerId));
      return { ...follower, followedAt: momentOf(follower, followedAt) };
    }).toSorted((one, two) => two.followedAt.localeCompare(one.followedAt)),
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

/**
 * New followers, comments and plays, the newest first. Comments are public with their author's name, and gone where the
 * author is; who plays and follows is named where they allow it.
 */
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
  const userIds = [...new Set(happenings.map((row) => row.userId))];
  const [people, keys, facts] = await Promise.all([
    findShowable(deps, userIds),
    deps.personal.keysOf(sql, userIds),
    trackFacts(sql, happenings.flatMap((row) => row.trackId ?? [])),
  ]);
  const shown = happenings.flatMap(({ type, userId, at, trackId, sealed }): Activity[] => {
    const person = people.get(userId);
    const content = sealed === undefined || !person ? undefined : keys.get(userId)?.open("comment", sealed);
    if (type === "comment" && (!person || content === undefined)) return [];
    const user = type === "comment" && person ? asAuthor(person) : asListener(person);
    const fact = facts.get(trackId ?? "");
    const data = {
      ...(content === undefined ? {} : { content }),
      ...(trackId && fact ? { track: { id: trackId, title: fact.title } } : {}),
    };
    return [{ type, user, data, timestamp: momentOf(user, at) }];
  });
  return shown.toSorted(byMoment).slice(0, MOST_ACTIVITY);
}

/** What happened at the same moment, as all of a day without names does, stands in an order that tells no time. */
function byMoment(one: Activity, two: Activity): number {
  const words = ({ type, data }: Activity) => `${type} ${data.track?.title ?? ""}`;
  return two.timestamp.localeCompare(one.timestamp) || words(one).localeCompare(words(two));
}

/** Without a name only the Lagos day: the minute would tell a friend who it was, or match a comment of then. */
function momentOf({ id }: ShownPerson, at: number): string {
  return new Date(id === "" ? lagosDayStart(lagosDay(at)) : at).toISOString();
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
