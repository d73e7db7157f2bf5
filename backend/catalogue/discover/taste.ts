import { ordered, spread } from "../order.ts";
import { lagosDayStart } from "../../contract/policy.ts";

/** What a listener heard of a track on a Lagos day (YYYY-MM-DD). */
export interface HeardDay {
  readonly trackId: string;
  readonly day: string;
  readonly claimedMs: number;
}

/** What of a track decides whether it is suggested: nothing says how many others play it. */
export interface TasteTrack {
  readonly trackId: string;
  readonly ownerId: string;
  readonly artist: string;
  readonly genre: string;
  readonly durationMs: number;
}

/**
 * How much a listener likes artists and genres: shares of 1, the largest first. `heard` holds every track they heard.
 */
export interface Taste {
  readonly artists: ReadonlyMap<string, number>;
  readonly genres: ReadonlyMap<string, number>;
  readonly tracks: ReadonlyMap<string, number>;
  readonly heard: ReadonlySet<string>;
  /** Those of the last three days. */
  readonly lately: ReadonlySet<string>;
}

/** After so many days a play weighs half. */
const HALF_LIFE_DAYS = 14;
/** What was heard so many days ago can be heard again. */
const LATELY_DAYS = 3;
/** One song in a loop all day is one song that the listener likes. */
const MOST_LISTENS = 3;
const DAY_MS = 86_400_000;

/** Adds up what a listener heard: whole listens count, newer ones more. Deleted tracks do not count. */
export function tasteOf(
  heard: readonly HeardDay[],
  { tracks, today }: { tracks: ReadonlyMap<string, TasteTrack>; today: string },
): Taste {
  const [artists, genres, loved] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  for (const { trackId, day, claimedMs } of heard) {
    const track = tracks.get(trackId);
    if (!track) continue;
    const listens = Math.min(MOST_LISTENS, claimedMs / Math.max(1, track.durationMs));
    const weight = listens * 0.5 ** (ageOf(day, today) / HALF_LIFE_DAYS);
    add(artists, track.ownerId, weight);
    add(genres, track.genre, weight);
    add(loved, trackId, weight);
  }
  return {
    ...{ artists: shares(artists), genres: shares(genres), tracks: shares(loved) },
    heard: new Set(heard.map(({ trackId }) => trackId)),
    lately: new Set(heard.filter(({ day }) => ageOf(day, today) < LATELY_DAYS).map(({ trackId }) => trackId)),
  };
}

function ageOf(day: string, today: string): number {
  return Math.max(0, lagosDayStart(today) - lagosDayStart(day)) / DAY_MS;
}

function add(sums: Map<string, number>, key: string, weight: number): void {
  sums.set(key, (sums.get(key) ?? 0) + weight);
}

function shares(sums: ReadonlyMap<string, number>): Map<string, number> {
  const total = [...sums.values()].reduce((sum, weight) => sum + weight, 0);
  const rows = [...sums].filter(([, weight]) => weight > 0).map(([key, weight]) => [key, weight / total] as const);
  return new Map(rows.sort(([a, one], [b, two]) => two - one || (a < b ? -1 : 1)));
}

/** Why a track is suggested. */
export type Because =
  | { readonly kind: "artist"; readonly name: string }
  | { readonly kind: "followed"; readonly name: string }
  | { readonly kind: "genre"; readonly name: string }
  | { readonly kind: "again" };

export interface Suggestion<Row extends TasteTrack> {
  readonly track: Row;
  readonly because: Because;
}

interface SuggestOptions {
  readonly taste: Taste;
  readonly followed: ReadonlySet<string>;
  /** The same order for the same word. */
  readonly seed: string;
  readonly limit: number;
}

/** So many of every three come from artists whom the listener does not know yet, where there are any. */
const NEW_OF_THREE = 1;
const MOST_PER_ARTIST = 2;

/**
 * Songs for one listener out of `candidates`: of artists and genres that they play and of artists whom they follow,
 * what they have not heard first; then what they liked and have not heard for days. One in three is by an artist who is
 * new to them. A song's popularity plays no part.
 */
export function suggest<Row extends TasteTrack>(
  candidates: readonly Row[],
  { taste, followed, seed, limit }: SuggestOptions,
): Suggestion<Row>[] {
  const unheard = ordered(candidates, seed).flatMap((track): (Suggestion<Row> & { score: number })[] => {
    const because = becauseOf(track, { taste, followed });
    if (!because || taste.heard.has(track.trackId)) return [];
    const { ownerId, genre } = track;
    const liked = (taste.artists.get(ownerId) ?? 0) + (taste.genres.get(genre) ?? 0) / 2;
    return [{ track, because, score: liked + (followed.has(ownerId) ? 0.2 : 0) }];
  }).sort((one, two) => two.score - one.score);
  const known = fewOfEach(unheard.filter(({ because }) => because.kind !== "genre"));
  const fresh = fewOfEach(unheard.filter(({ because }) => because.kind === "genre"));
  const found: Suggestion<Row>[] = [];
  while (found.length < limit && (known.length > 0 || fresh.length > 0)) {
    const wantsFresh = found.length % 3 >= 3 - NEW_OF_THREE;
    const next = wantsFresh ? fresh.shift() ?? known.shift() : known.shift() ?? fresh.shift();
    if (next) found.push({ track: next.track, because: next.because });
  }
  return [...found, ...again(candidates, taste)].slice(0, limit);
}

function again<Row extends TasteTrack>(candidates: readonly Row[], { tracks, lately }: Taste): Suggestion<Row>[] {
  const byId = new Map(candidates.map((track) => [track.trackId, track]));
  return [...tracks.keys()].filter((trackId) => !lately.has(trackId)).flatMap((trackId) => {
    const track = byId.get(trackId);
    return track ? [{ track, because: { kind: "again" } }] : [];
  });
}

function becauseOf(
  { ownerId, artist, genre }: TasteTrack,
  { taste, followed }: Pick<SuggestOptions, "taste" | "followed">,
): Because | undefined {
  if (taste.artists.has(ownerId)) return { kind: "artist", name: artist };
  if (followed.has(ownerId)) return { kind: "followed", name: artist };
  if (taste.genres.has(genre)) return { kind: "genre", name: genre };
  return undefined;
}

function fewOfEach<Row extends TasteTrack>(list: readonly Suggestion<Row>[]): Suggestion<Row>[] {
  const counts = new Map<string, number>();
  return list.filter(({ track: { ownerId } }) => {
    const count = (counts.get(ownerId) ?? 0) + 1;
    counts.set(ownerId, count);
    return count <= MOST_PER_ARTIST;
  });
}

interface MixOptions extends SuggestOptions {
  /** Out of what the rest is drawn: one song of each artist first. */
  readonly newest: readonly TasteTrack[];
}

/** Of every five songs of a mix two are known, two unheard ones that fit, and one is from anywhere. */
const MIX_PATTERN = ["loved", "suggested", "loved", "suggested", "anywhere"] as const;

/**
 * The songs of a day's mix: some that the listener plays, unheard ones that fit, and some from anywhere. Where a source
 * is empty the others fill in, so everybody has a mix. Every song is there once, and an artist seldom twice in a row.
 */
export function mixOf<Row extends TasteTrack>(
  candidates: readonly Row[],
  { newest, ...options }: MixOptions & { newest: readonly Row[] },
): Row[] {
  const { taste, seed, limit } = options;
  const byId = new Map(candidates.map((track) => [track.trackId, track]));
  const loved = [...taste.tracks.keys()].slice(0, limit).flatMap((trackId) => byId.get(trackId) ?? []);
  const sources = {
    loved: ordered(loved, seed),
    suggested: suggest(candidates, options).map(({ track }) => track),
    anywhere: spread(ordered(newest, seed)),
  };
  const mix: Row[] = [];
  const taken = new Set<string>();
  for (let turn = 0; mix.length < limit; turn++) {
    const wanted = MIX_PATTERN[turn % MIX_PATTERN.length] ?? "anywhere";
    const next = [wanted, "suggested", "anywhere", "loved"] as const;
    const last = mix.at(-1)?.ownerId;
    const track = next.map((name) => take(sources[name], taken, last)).find((found) => found !== undefined);
    if (!track) return mix;
    taken.add(track.trackId);
    mix.push(track);
  }
  return mix;
}

/** The first that is not taken yet, of another artist than the last one where there is any. It stays in its list. */
function take<Row extends TasteTrack>(list: readonly Row[], taken: ReadonlySet<string>, last: string | undefined) {
  const free = list.filter(({ trackId }) => !taken.has(trackId));
  return free.find(({ ownerId }) => ownerId !== last) ?? free[0];
}
