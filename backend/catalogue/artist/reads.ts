import { newestComments } from "../../../projections/social/comments.ts";
import { type CreatorRow, findOwnCreator } from "../../../projections/catalogue/creators.ts";
import { countOf } from "../../../projections/catalogue/distinct_sketch.ts";
import { followerCounts, newestFollowers } from "../../../projections/social/follows.ts";
import {
  type Audience,
  audienceBy,
  keenestListeners,
  newestPlays,
  partsBetween,
  sketchesOf,
  type Span,
} from "../../../projections/catalogue/track_audience.ts";
import { type Heard, heardBy, heardInAll } from "../../../projections/catalogue/track_days.ts";
import {
  listOwnTracks,
  type OwnTrackRow,
  trackFacts,
  uploadedTrackIds,
} from "../../../projections/catalogue/tracks.ts";
import { removedOf } from "../../../projections/listening/uncounted_plays.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import { movedByMonth } from "../../../projections/wallet/wallets.ts";
import { asAuthor, asListener, findShowable, type ShownPerson } from "../../accounts/account/reads.ts";
import { fullName } from "../../contract/full_name.ts";
import { stateOf } from "../track/reads.ts";
import { artistHolds } from "./hold.ts";
import { isHeldBy } from "./holds.ts";
import { suspensionHold } from "./suspended_music.ts";
import type { CreatorCard, CreatorProfile, Track } from "../../contract/catalogue.ts";
import { type Activity, type CreatorSeries, type CreatorStats, type RecentUpload } from "../../contract/creator.ts";
import { type CreatorEarnings, earningsOf } from "../../contract/earnings.ts";
import { monthOf } from "../../contract/royalties.ts";
import type { SeriesQuery } from "../../contract/requests/creator.ts";
import { minutesAndSeconds } from "../../contract/duration.ts";
import { lagosDay, lagosDayStart } from "../../contract/policy.ts";
import { socialUrls } from "../../contract/social_links.ts";
import type { Deps } from "../../deps.ts";
import { spanOf } from "./span.ts";

/** Sums of fewer people would say what one of them did. */
const KEENEST = 10;

const NOTHING: Heard = { grossPlays: 0, filteredPlays: 0, grossMs: 0, filteredMs: 0 };

/** A creator's music over time, by track, by source, and what does not count. Tracks of others are not found in it. */
export async function seriesOf(deps: Deps, creatorId: string, query: SeriesQuery): Promise<CreatorSeries> {
  const { sql } = deps.store;
  const { from, to, starts } = spanOf(query, deps.now());
  const own = await uploadedTrackIds(sql, creatorId);
  const trackIds = query.trackId === undefined ? own : own.filter((trackId) => trackId === query.trackId);
  const span: Span = { trackIds, from, to };
  const people = countOf((await sketchesOf(sql, span)).gross).value;
  const [byTime, byTrack, listenersByTime, listenersByTrack, facts, reasons, sources, listeners, removed] =
    await Promise
      .all([
        heardBy(sql, query.unit, span),
        heardBy(sql, "track", span),
        audienceBy(sql, query.unit, span),
        audienceBy(sql, "track", span),
        trackFacts(sql, trackIds),
        partsBetween(sql, "reason", span),
        partsBetween(sql, "source", span),
        keenestListeners(sql, { ...span, keenest: KEENEST, people }),
        removedOf(sql, trackIds),
      ]);
  return {
    unit: query.unit,
    ...{ from, to },
    points: starts.map((start) => ({ start, ...heardOf(byTime.get(start), listenersByTime.get(start)) })),
    tracks: trackIds.flatMap((trackId) => {
      const fact = facts.get(trackId);
      const heard = byTrack.get(trackId);
      // Songs that are still being made, and deleted songs without a play in this time, are left out.
      if (!fact || (!fact.published && !heard)) return [];
      const { title, published, held } = fact;
      return [{
        _id: trackId,
        title,
        isDeleted: !published && !held,
        ...heardOf(heard, listenersByTrack.get(trackId)),
      }];
    }).toSorted((one, two) => two.plays.filtered - one.plays.filtered || one.title.localeCompare(two.title)),
    reasons: reasons.map(({ name, plays, ms }) => ({ reason: name, plays, seconds: ms / 1000 })),
    removed: removed.map(({ removedOn, trackId, plays }) => (
      { removedOn, _id: trackId, title: facts.get(trackId)?.title ?? "", plays }
    )),
    sources: sources.map(({ name, plays, ms }) => ({ source: name, plays, seconds: ms / 1000 })),
    topListeners: listeners.map(({ ms, ...counts }) => ({ ...counts, seconds: ms / 1000 })),
  };
}

const NO_PEOPLE = { value: 0, error: 0 };
const NO_AUDIENCE: Audience = { gross: NO_PEOPLE, counted: NO_PEOPLE, proven: 0 };

function heardOf(heard = NOTHING, { gross: all, counted, proven } = NO_AUDIENCE) {
  const { grossPlays: gross, filteredPlays: filtered, grossMs, filteredMs } = heard;
  return {
    plays: { gross, filtered, verified: Math.round(filtered * proven) },
    ...{ listeners: all.value, listenersError: all.error },
    ...{ countedListeners: counted.value, countedListenersError: counted.error },
    ...{ seconds: filteredMs / 1000, grossSeconds: grossMs / 1000 },
  };
}

const MOST_RECENT = 5;

const MOST_ACTIVITY = 10;

/** What the dashboard shows. */
export async function statsOf(deps: Deps, creatorId: string): Promise<CreatorStats> {
  const { sql } = deps.store;
  const [profile, user, trackIds, uploads, followers, newest] = await Promise.all([
    findOwnCreator(sql, creatorId),
    findUser(sql, creatorId),
    uploadedTrackIds(sql, creatorId),
    listOwnTracks(sql, creatorId, 1_000),
    followerCounts(sql, [creatorId]),
    newestFollowers(sql, creatorId, MOST_ACTIVITY),
  ]);
  const [heard, activity, { earnings }, people] = await Promise.all([
    heardInAll(sql, trackIds),
    activityOf(deps, { creatorId, trackIds, followers: newest }),
    earningsOfCreator(deps, creatorId),
    findShowable(deps, [creatorId, ...newest.slice(0, MOST_RECENT).map((row) => row.followerId)]),
  ]);
  return {
    creator: {
      id: creatorId,
      username: profile?.name ?? people.get(creatorId)?.username ?? "",
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
    state: stateOf(row),
    createdAt: new Date(row.uploadedAt).toISOString(),
  };
}

interface Listenership {
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
async function activityOf(deps: Deps, { creatorId, trackIds, followers }: Listenership): Promise<Activity[]> {
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

/** Orders events of the same moment (a day without names is one) so that the order reveals no time. */
function byMoment(one: Activity, two: Activity): number {
  const words = ({ type, data }: Activity) => `${type} ${data.track?.title ?? ""}`;
  return two.timestamp.localeCompare(one.timestamp) || words(one).localeCompare(words(two));
}

/** Without a name only the Lagos day: the minute would tell a friend who it was, or match a comment of then. */
function momentOf({ id }: ShownPerson, at: number): string {
  return new Date(id === "" ? lagosDayStart(lagosDay(at)) : at).toISOString();
}

/** What an artist earned, by kind and month, and how it became what they have. */
export async function earningsOfCreator(deps: Deps, creatorId: string): Promise<Required<CreatorEarnings>> {
  const moved = await movedByMonth(deps.store.sql, deps.shardOf(creatorId), creatorId);
  return earningsOf(moved, monthOf(deps.now()));
}

/** An artist as lists show them. */
export function creatorCard(row: CreatorRow, followerCount: number): CreatorCard {
  return {
    _id: row.creatorId,
    ...namesOf(row),
    profilePicture: { url: row.pictureUrl },
    followerCount,
    albums: row.albums,
    tracks: row.tracks,
  };
}

/** The person behind an artist's name. */
interface Contact {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
}

/** What an artist makes public of the person behind the name; empty until then. The name and the contacts each count. */
export function publicOf(
  { isNamePublic, isContactPublic }: Pick<CreatorRow, "isNamePublic" | "isContactPublic">,
  person: Contact | undefined,
): { fullName: string; email: string; phone: string } {
  const { email, phone } = person && isContactPublic ? person : { email: "", phone: "" };
  return { fullName: isNamePublic ? fullName(person) : "", email, phone };
}

/** An artist as their page shows them. */
export function creatorProfile(
  row: CreatorRow,
  { followerCount, tracks, person }: {
    followerCount: number;
    tracks: Track[];
    /** Needed where the artist shows something of it. */
    person: Contact | undefined;
  },
): CreatorProfile {
  return {
    _id: row.creatorId,
    ...namesOf(row),
    profilePicture: { url: row.pictureUrl },
    placeholder: row.placeholder,
    bio: row.bio,
    city: row.city,
    stateProvince: row.stateProvince,
    country: row.country,
    ...row.social,
    social: socialUrls(row.social),
    ...publicOf(row, person),
    followerCount,
    trackCount: row.tracks,
    albums: row.albums,
    tracks,
  };
}

/** The documented first and last name are those of the artist's name: the person's own are not public. */
function namesOf({ name }: CreatorRow): { name: string; firstName: string; lastName: string } {
  const [firstName = "", ...rest] = name.split(" ");
  return { name, firstName, lastName: rest.join(" ") };
}

/** Whether a suspension hides the artist's music. */
export async function isMusicHidden({ store }: Pick<Deps, "store">, artistId: string): Promise<boolean> {
  return isHeldBy((await artistHolds.states(store.sql, [artistId]))(artistId), suspensionHold(artistId));
}
