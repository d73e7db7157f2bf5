import * as calls from "../../contract/calls/catalogue.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import { lastHeardDays } from "../../../projections/trust/listening_evidence.ts";
import { findCreators } from "../../../projections/catalogue/creators.ts";
import { followedBy } from "../../../projections/social/follows.ts";
import { findTracks, listTracks, type TrackRow } from "../../../projections/catalogue/tracks.ts";
import { lagosDay } from "../../contract/policy.ts";
import type { Radio } from "../../contract/radio.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import type { Session } from "../../http/session.ts";
import { onePlaylist } from "../playlist/reads.ts";
import { trackList } from "../track/reads.ts";
import { type Familiarity, mixRadio, type Pool } from "./mix.ts";

/** Of one artist, of a genre, and of the week: out of how many songs a radio is drawn. */
const OF_ARTIST = 60;
const OF_GENRE = 200;
const OF_WEEK = 100;
/** A radio follows so many artists and genres of what it starts from, and so many that the listener follows. */
const MOST_SEEDS = 5;
const MOST_FOLLOWED = 12;
/** Songs that may turn out not to be heard yet. */
const SPARE = 20;

/** What a radio starts from. */
interface Seeds {
  readonly artistIds: readonly string[];
  readonly genres: readonly string[];
}

/** Music that goes on: songs near a track, an artist or a playlist, for visitors too. */
export function radioRoutes(deps: Deps) {
  return new Routes(deps).serve(calls.getRadio, async (c) => {
    const { from, seed, limit, quality } = c.req.valid("query");
    const { session } = c.var;
    const [kind = "", id = ""] = from.split(":");
    const seeds = await seedsOf(c, deps, { kind, id, session });
    const pools = await poolsOf(deps, seeds, session?.userId);
    const mixed = mixRadio({
      ...{ pools, seed, limit: limit + SPARE },
      without: new Set(kind === "track" ? [id] : []),
      familiarity: await familiarityOf(deps, session?.userId, unique(pools.flatMap(({ songs }) => songs))),
    });
    // Addresses are made for those alone that are played. What the caller may not hear yet has none.
    const answers = await trackList(c, deps, { session, quality }).of(mixed.map(({ song }) => song));
    const tracks = answers.flatMap((track, index) => {
      const reason = mixed[index]?.reason;
      return track.audioUrl && reason ? [{ ...track, reason }] : [];
    }).slice(0, limit);
    return c.json({ success: true, tracks } satisfies Radio, 200);
  });
}

async function seedsOf(
  c: Context,
  deps: Deps,
  { kind, id, session }: { kind: string; id: string; session: Session | undefined },
): Promise<Seeds> {
  const { sql } = deps.store;
  switch (kind) {
    case "track": {
      const track = (await findTracks(sql, [id])).get(id);
      if (!track) throw new Refusal("not_found", "Track not found");
      return { artistIds: [track.ownerId], genres: [track.genre] };
    }
    case "artist": {
      const artist = (await findCreators(sql, [id])).get(id);
      if (!artist) throw new Refusal("not_found", "Artist not found");
      const { tracks } = await listTracks(sql, { limit: OF_ARTIST, ownerId: id });
      return { artistIds: [id], genres: commonest(tracks.map(({ genre }) => genre)) };
    }
    default: {
      const { tracks } = await onePlaylist(c, deps, { playlistId: id, session });
      return {
        artistIds: commonest(tracks.map((track) => track.artistId)),
        genres: commonest(tracks.map((track) => track.genre)),
      };
    }
  }
}

async function poolsOf(deps: Deps, seeds: Seeds, userId: string | undefined): Promise<Pool<TrackRow>[]> {
  const { sql } = deps.store;
  const ofArtists = async (ids: readonly string[]) =>
    (await Promise.all(ids.map((ownerId) => listTracks(sql, { limit: OF_ARTIST, ownerId })))).flatMap((page) =>
      page.tracks
    );
  const followed = userId === undefined ? [] : await followedBy(sql, userId);
  const [artists, genres, follows, week] = await Promise.all([
    ofArtists(seeds.artistIds),
    Promise.all(seeds.genres.map((genre) => listTracks(sql, { limit: OF_GENRE, genre }))),
    ofArtists(followed.slice(0, MOST_FOLLOWED).map(({ creatorId }) => creatorId)),
    weeksSongs(deps),
  ]);
  return [
    { reason: "same_artist", songs: artists },
    { reason: "same_genre", songs: genres.flatMap((page) => page.tracks) },
    { reason: "followed_artist", songs: follows },
    { reason: "heard_this_week", songs: week },
  ];
}

/** The songs that were heard most in the last seven days. */
async function weeksSongs(deps: Deps): Promise<TrackRow[]> {
  const { sql } = deps.store;
  const ids = (await deps.weeks.now()).tracks.slice(0, OF_WEEK).map(({ trackId }) => trackId);
  return [...(await findTracks(sql, ids)).values()];
}

async function familiarityOf(
  deps: Deps,
  userId: string | undefined,
  songs: readonly TrackRow[],
): Promise<(trackId: string) => Familiarity> {
  if (userId === undefined) return () => 0;
  const listener = { shard: deps.shardOf(userId), listenerId: userId };
  const days = await lastHeardDays(deps.store.sql, listener, songs.map(({ trackId }) => trackId));
  const today = lagosDay(deps.now());
  return (trackId) => {
    const day = days.get(trackId);
    return day === undefined ? 0 : day < today ? 1 : 2;
  };
}

function unique(songs: readonly TrackRow[]): TrackRow[] {
  return [...new Map(songs.map((song) => [song.trackId, song])).values()];
}

/** The words that come most often, at most five, most often first. */
function commonest(words: readonly string[]): string[] {
  const groups = [...Map.groupBy(words, (word) => word)];
  return groups.toSorted(([, one], [, two]) => two.length - one.length).slice(0, MOST_SEEDS).map(([word]) => word);
}
