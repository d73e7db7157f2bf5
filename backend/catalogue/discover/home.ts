import type { Context } from "hono";
import { listAlbums } from "../../../projections/albums.ts";
import { followedBy } from "../../../projections/follows.ts";
import { heardOnDays } from "../../../projections/listening_evidence.ts";
import { recentTrackIds } from "../../../projections/plays.ts";
import { findTracks, listTracks, newestOfEach, type TrackRow } from "../../../projections/tracks.ts";
import type { Track } from "../../contract/catalogue.ts";
import type { Home, SlideCover, SuggestedTrack } from "../../contract/home.ts";
import type { Quality } from "../../contract/listening.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import type { Session } from "../../http/session.ts";
import { earlyAccessFor } from "../stream/early_access.ts";
import { listenerOf } from "../stream/reads.ts";
import { trackList } from "../track/reads.ts";
import { artistOfWeek } from "./slides.ts";
import { type Because, type HeardDay, mixOf, suggest, type Suggestion, type Taste, tasteOf } from "./taste.ts";

const MIX = 20;
const RECENT = 12;
const FOLLOWED = 12;
const FOR_YOU = 12;
const DAY_MS = 86_400_000;
/** What was heard before says nothing of today's taste. */
const TASTE_DAYS = 60;
/** A day's tracks; far more than a listener hears in this time. */
const MOST_HEARD = 1_000;
/** A release of a followed artist is news for so long. */
const NEWS_MS = 90 * DAY_MS;
/** The newest songs of all, and of each artist and genre in question. */
const NEWEST = 200;
const OF_EACH = 20;
const MOST_ARTISTS = 12;
const MOST_GENRES = 3;
const MOST_FOLLOWED = 100;

/** Who asks, and in which quality songs are to be. */
interface Caller {
  readonly session?: Session | undefined;
  readonly quality?: Quality;
}

/** `GET /api/v1/home` for one caller. Its cost follows from a listener's own days, not from the catalogue. */
export async function homeOf(c: Context, deps: Deps, caller: Caller): Promise<Home> {
  const { sql } = deps.store;
  const userId = caller.session?.userId;
  const now = deps.now();
  const today = lagosDay(now);
  const seed = `${listenerOf(c, deps, caller.session).subject} ${today}`;
  const [own, newest] = await Promise.all([ownOf(deps, userId, now), listTracks(sql, { limit: NEWEST })]);
  const facts = await findTracks(sql, [...new Set([...own.recent, ...own.heard.map(({ trackId }) => trackId)])]);
  const taste = tasteOf(own.heard, { tracks: facts, today });
  // The mix stays for the day: what is heard today is for tomorrow's.
  const before = tasteOf(own.heard.filter(({ day }) => day < today), { tracks: facts, today });
  const followed = own.followed.slice(0, MOST_FOLLOWED);
  const near = await newestOfEach(sql, { ...mostLiked(taste, followed), limit: OF_EACH });
  const fits = await canHear(deps, userId, [...newest.tracks, ...near, ...facts.values()]);
  const options = { followed: new Set(followed), seed };
  const audible = new Set(fits.map(({ trackId }) => trackId));
  const anywhere = newest.tracks.filter(({ trackId }) => audible.has(trackId));
  const mix = mixOf(fits, { ...options, taste: before, newest: anywhere, limit: MIX });
  const forYou = suggest(fits, { ...options, taste, limit: FOR_YOU });
  const list = trackList(c, deps, caller);
  return {
    ...{ success: true, day: today },
    mix: await list.of(mix),
    mixReason: before.artists.size > 0
      ? "Songs you play, and new ones that fit."
      : "Artists from all over Orin, shuffled fresh each day.",
    recent: await list.of(own.recent.flatMap((trackId) => facts.get(trackId) ?? []).slice(0, RECENT)),
    followed: await list.of(newsOf(near, { followed, now })),
    followedCount: own.followed.length,
    forYou: withReasons(await list.of(forYou.map(({ track }) => track)), forYou),
    slides: await slideCovers(deps, { mix, newest: newest.tracks }),
  };
}

interface Own {
  readonly recent: readonly string[];
  readonly heard: readonly HeardDay[];
  readonly followed: readonly string[];
}

async function ownOf(deps: Deps, userId: string | undefined, now: number): Promise<Own> {
  if (userId === undefined) return { recent: [], heard: [], followed: [] };
  const { sql } = deps.store;
  const listener = { shard: deps.shardOf(userId), listenerId: userId };
  const days = { from: lagosDay(now - TASTE_DAYS * DAY_MS), to: lagosDay(now), limit: MOST_HEARD };
  const [young, heard, followed] = await Promise.all([
    // More than are shown: some may be gone by now.
    recentTrackIds(sql, listener, 2 * RECENT),
    heardOnDays(sql, listener, days),
    followedBy(sql, userId),
  ]);
  // Who was away for a month has no young plays; their days know what they heard, newest first.
  const recent = young.length > 0 ? young : [...new Set(heard.map(({ trackId }) => trackId))].slice(0, 2 * RECENT);
  return { recent, heard, followed: followed.map(({ creatorId }) => creatorId) };
}

function mostLiked({ artists, genres }: Taste, followed: readonly string[]) {
  const liked = [...artists.keys()].slice(0, MOST_ARTISTS);
  return { ownerIds: [...new Set([...liked, ...followed])], genres: [...genres.keys()].slice(0, MOST_GENRES) };
}

/** Each once, without one's own songs, which earn nothing, and without those that only Premium may hear yet. */
async function canHear(deps: Deps, userId: string | undefined, rows: readonly TrackRow[]): Promise<TrackRow[]> {
  const mayHear = await earlyAccessFor(deps, userId, rows);
  const byId = new Map(rows.filter((row) => row.ownerId !== userId && mayHear(row)).map((row) => [row.trackId, row]));
  return [...byId.values()];
}

/** Those of followed artists, newest first; also what is in early access, which says so. */
function newsOf(
  rows: readonly TrackRow[],
  { followed, now }: { followed: readonly string[]; now: number },
): TrackRow[] {
  return rows.filter(({ ownerId, releasedAt }) => followed.includes(ownerId) && releasedAt > now - NEWS_MS)
    .sort((one, two) => two.releasedAt - one.releasedAt || (one.trackId < two.trackId ? 1 : -1))
    .slice(0, FOLLOWED);
}

function withReasons(tracks: readonly Track[], suggested: readonly Suggestion<TrackRow>[]): SuggestedTrack[] {
  return tracks.map((track, index) => {
    const because = suggested[index]?.because;
    return { ...track, reason: because ? reasonOf(because) : "" };
  });
}

function reasonOf(because: Because): string {
  switch (because.kind) {
    case "artist":
    case "genre":
      return `You play ${because.name}`;
    case "followed":
      return `You follow ${because.name}`;
    case "again":
      return "Not played for days";
  }
}

const COVERS = 3;

/** What the carousel's slides show, from what is at hand: none asks for a list as long as the slide's own. */
async function slideCovers(
  deps: Deps,
  { mix, newest }: { mix: readonly TrackRow[]; newest: readonly TrackRow[] },
): Promise<Home["slides"]> {
  const { sql } = deps.store;
  const week = await deps.weeks.now();
  const best = await artistOfWeek(deps, week);
  const [albums, top, ofBest] = await Promise.all([
    listAlbums(sql, { limit: COVERS }),
    findTracks(sql, week.tracks.slice(0, COVERS).map(({ trackId }) => trackId)),
    best === undefined ? [] : newestOfEach(sql, { ownerIds: [best], genres: [], limit: COVERS }),
  ]);
  const first = await findTracks(sql, albums.flatMap(({ trackIds }) => trackIds.slice(0, 1)));
  return {
    "new-albums": coversOf(first.values()),
    "discover": coversOf(mix),
    "top-artist": coversOf(ofBest),
    "new-releases": coversOf(newest),
    "top-100": coversOf(top.values()),
  };
}

function coversOf(rows: Iterable<TrackRow>): SlideCover[] {
  return [...rows].slice(0, COVERS).map(({ coverImageUrl, placeholder }) => ({ coverImageUrl, placeholder }));
}
