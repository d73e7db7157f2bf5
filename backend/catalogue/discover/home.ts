import type { Context } from "hono";
import { albums } from "../../../projections/catalogue/albums.ts";
import { followedBy } from "../../../projections/social/follows.ts";
import { heardOnDays } from "../../../projections/trust/listening_evidence.ts";
import { recentTrackIds } from "../../../projections/listening/plays.ts";
import { type TrackRow, tracks } from "../../../projections/catalogue/tracks.ts";
import type { Track } from "../../contract/catalogue.ts";
import type { Home, SlideCover, SuggestedTrack } from "../../contract/home.ts";
import type { Quality } from "../../contract/listening.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { Deps } from "../../deps.ts";
import type { Session } from "../../http/session.ts";
import { type Everyones, everyones } from "../everyones.ts";
import { earlyAccessFor, isEarly } from "../stream/early_access.ts";
import { listenerOf } from "../stream/reads.ts";
import { trackList } from "../track/reads.ts";
import type { Chosen } from "./homes.ts";
import { artistOfWeek } from "./slides.ts";
import { type Because, type HeardDay, mixOf, suggest, type Suggestion, type Taste, tasteOf } from "./taste.ts";
import type { Week } from "./week.ts";

/** What a home is made from besides its caller's own rows. */
const HOME_FROM = [tracks.name, albums.name];
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

/** After so long, plays count for suggestions, even where the listener starts no new song. */
const WORKED_OUT_MS = 3_600_000;

/** Who asks, and in which quality songs are to be. */
interface Caller {
  readonly session?: Session | undefined;
  readonly quality?: Quality;
}

/**
 * `GET /api/v1/home` for one caller. It is worked out when what they follow, what they began to hear or the catalogue has
 * changed, or once an hour: its cost follows from a listener's own days, not from the catalogue.
 */
export async function homeOf(c: Context, deps: Deps, caller: Caller): Promise<Home> {
  const userId = caller.session?.userId;
  const { subject } = listenerOf(c, deps, caller.session);
  const [catalogue, week, own] = await Promise.all([everyones(deps), deps.weeks.now(), ownOf(deps, userId)]);
  const [chosen, covers] = await Promise.all([
    chosenFor(deps, catalogue, { userId, subject, own }),
    slideCovers(catalogue, week),
  ]);
  const list = trackList(c, deps, caller);
  const [mix, recent, followed, forYou] = await list.ofEach([
    chosen.mix,
    chosen.recent,
    chosen.followed,
    chosen.forYou.map(({ track }) => track),
  ]);
  return {
    ...{ success: true, day: chosen.day },
    mix: mix ?? [],
    mixReason: chosen.hasTaste
      ? "Songs you play, and new ones that fit."
      : "Artists from all over Orin, new every day.",
    recent: recent ?? [],
    followed: followed ?? [],
    followedCount: own.followed.length,
    forYou: withReasons(forYou ?? [], chosen.forYou),
    slides: { ...covers, discover: coversOf(chosen.mix), "new-releases": chosen.newest.slice() },
  };
}

/** Whose home it is, and what is read for each request. */
interface HomeRequest {
  readonly userId: string | undefined;
  readonly subject: string;
  readonly own: Own;
}

async function chosenFor(deps: Deps, catalogue: Everyones, asked: HomeRequest): Promise<Chosen> {
  const { userId, subject, own } = asked;
  const now = deps.now();
  const from = [
    lagosDay(now),
    catalogue.asOf.stampOf(HOME_FROM),
    ...[own.recent.join(), own.followed.join()],
  ].join(" ");
  const known = deps.homes.find(subject, from, now);
  if (known) {
    const mayHear = await earlyAccessFor(deps, userId, known.early);
    if (known.early.every(mayHear) === known.hearsEarly) return known;
  }
  const chosen = await choose(deps, catalogue, asked);
  deps.homes.keep(subject, from, chosen);
  return chosen;
}

async function choose(deps: Deps, catalogue: Everyones, { userId, subject, own }: HomeRequest): Promise<Chosen> {
  const now = deps.now();
  const today = lagosDay(now);
  const heard = await heardBy(deps, userId, now);
  // Who was away for a month has no young plays; their days know what they heard, newest first.
  const begun = own.recent.length > 0 ? own.recent : [...new Set(heard.map(({ trackId }) => trackId))];
  const recent = begun.slice(0, 2 * RECENT);
  const [newest, facts] = await Promise.all([
    catalogue.newest({ limit: NEWEST }),
    catalogue.find([...new Set([...recent, ...heard.map(({ trackId }) => trackId)])]),
  ]);
  const taste = tasteOf(heard, { tracks: facts, today });
  // The mix stays for the day: what is heard today is for tomorrow's.
  const before = tasteOf(heard.filter(({ day }) => day < today), { tracks: facts, today });
  const followed = own.followed.slice(0, MOST_FOLLOWED);
  const near = await catalogue.newestOfEach({ ...mostLiked(taste, followed), limit: OF_EACH });
  const candidates = [...newest.tracks, ...near, ...facts.values()];
  const early = candidates.filter((row) => row.ownerId !== userId && isEarly(row, now));
  const mayHear = await earlyAccessFor(deps, userId, candidates);
  // Each once, without one's own songs, which earn nothing, and without those that only Premium may hear yet.
  const fits = [...new Map(
    candidates.filter((row) => row.ownerId !== userId && mayHear(row)).map((row) => [row.trackId, row]),
  ).values()];
  const options = { followed: new Set(followed), seed: `${subject} ${today}` };
  const audible = new Set(fits.map(({ trackId }) => trackId));
  const anywhere = newest.tracks.filter(({ trackId }) => audible.has(trackId));
  const mix = mixOf(fits, { ...options, taste: before, newest: anywhere, limit: MIX });
  return {
    day: today,
    mix,
    hasTaste: before.artists.size > 0,
    recent: recent.flatMap((trackId) => facts.get(trackId) ?? []).slice(0, RECENT),
    followed: newsOf(near, { followed, now }),
    forYou: suggest(fits, { ...options, taste, limit: FOR_YOU }),
    newest: coversOf(newest.tracks),
    early,
    hearsEarly: early.every(mayHear),
    until: Math.min(now + WORKED_OUT_MS, ...early.map(({ earlyUntil = Infinity }) => earlyUntil)),
  };
}

/** What each request asks anew. */
interface Own {
  readonly recent: readonly string[];
  readonly followed: readonly string[];
}

async function ownOf(deps: Deps, userId: string | undefined): Promise<Own> {
  if (userId === undefined) return { recent: [], followed: [] };
  const { sql } = deps.store;
  const [recent, followed] = await Promise.all([
    // More than are shown: some may be gone by now.
    recentTrackIds(sql, { shard: deps.shardOf(userId), listenerId: userId }, 2 * RECENT),
    followedBy(sql, userId),
  ]);
  return { recent, followed: followed.map(({ creatorId }) => creatorId) };
}

async function heardBy(deps: Deps, userId: string | undefined, now: number): Promise<HeardDay[]> {
  if (userId === undefined) return [];
  const days = { from: lagosDay(now - TASTE_DAYS * DAY_MS), to: lagosDay(now), limit: MOST_HEARD };
  return await heardOnDays(deps.store.sql, { shard: deps.shardOf(userId), listenerId: userId }, days);
}

function mostLiked({ artists, genres }: Taste, followed: readonly string[]) {
  const liked = [...artists.keys()].slice(0, MOST_ARTISTS);
  return { ownerIds: [...new Set([...liked, ...followed])], genres: [...genres.keys()].slice(0, MOST_GENRES) };
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

type SharedSlides = Pick<Home["slides"], "new-albums" | "top-artist" | "top-100">;

/** What the carousel's slides show that everybody has: none asks for a list as long as the slide's own. */
async function slideCovers(catalogue: Everyones, week: Week): Promise<SharedSlides> {
  return await catalogue.asOf.read(HOME_FROM, `slides ${week.countedAt}`, async () => {
    const best = await artistOfWeek(catalogue, week);
    const [albums, top, ofBest] = await Promise.all([
      catalogue.newestAlbums(COVERS),
      catalogue.inOrder(week.tracks.slice(0, COVERS).map(({ trackId }) => trackId)),
      best === undefined ? [] : catalogue.newestOfEach({ ownerIds: [best], genres: [], limit: COVERS }),
    ]);
    const first = await catalogue.inOrder(albums.flatMap(({ trackIds }) => trackIds.slice(0, 1)));
    return { "new-albums": coversOf(first), "top-artist": coversOf(ofBest), "top-100": coversOf(top) };
  });
}

function coversOf(rows: Iterable<TrackRow>): SlideCover[] {
  return [...rows].slice(0, COVERS).map(({ coverImageUrl, placeholder }) => ({ coverImageUrl, placeholder }));
}
