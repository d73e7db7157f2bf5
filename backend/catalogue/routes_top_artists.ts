import { Hono } from "hono";
import * as z from "zod/mini";
import { openPersonsOf } from "../accounts/commands_person.ts";
import type { TopArtist, TopArtists, Trend } from "../contract/discover.ts";
import type { Deps } from "../deps.ts";
import { queryParams } from "../http/validate.ts";
import { publicOf } from "./routes_answers.ts";
import { type CreatorRow, findCreators } from "../../projections/creators.ts";
import { followerCounts } from "../../projections/follows.ts";
import { type ArtistWeek, type Week, weekOf } from "./routes_week.ts";

const TopQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
});

/** The week's artists in the order of their real listeners' plays. */
export function topArtistRoutes(deps: Deps) {
  return new Hono().get("/api/v1/top-artists", queryParams(TopQuery), async (c) => {
    const week = await weekOf(deps);
    return c.json(await topArtists(deps, week, c.req.valid("query").limit), 200);
  });
}

async function topArtists(deps: Deps, week: Week, limit: number): Promise<TopArtists> {
  const { sql } = deps.store;
  const heard = week.artists.filter((artist) => artist.plays > 0);
  const ids = heard.slice(0, limit).map((artist) => artist.artistId);
  const [creators, followers] = await Promise.all([findCreators(sql, ids), followerCounts(sql, ids)]);
  const open = [...creators.values()].filter(({ isNamePublic, isContactPublic }) => isNamePublic || isContactPublic);
  const people = await openPersonsOf(deps, open.map((creator) => creator.creatorId));
  const rankBefore = ranksBefore(week);
  const artists = heard.slice(0, limit).flatMap((artist) => {
    const creator = creators.get(artist.artistId);
    if (!creator) return [];
    return [{ artist, creator, rankBefore: rankBefore.get(artist.artistId) ?? null }];
  });
  return {
    success: true,
    artists: artists.map(({ artist, creator, rankBefore }, index): TopArtist => ({
      ...{ rank: index + 1, rankBefore },
      ...entry(artist, creator),
      profile: profileOf(creator, {
        shown: publicOf(creator, people.get(artist.artistId)),
        followerCount: followers.get(artist.artistId) ?? 0,
      }),
    })),
    totals: totalsOf(week),
    from: week.from,
    to: week.to,
    updatedAt: new Date(week.countedAt).toISOString(),
  };
}

function entry(artist: ArtistWeek, { creatorId, name }: CreatorRow) {
  return {
    artistId: creatorId,
    artistName: name,
    totalStreams: artist.plays,
    totalDurationPlayed: seconds(artist.ms),
    uniqueTracksCount: artist.tracks,
    averageStreamDuration: average(artist.ms, artist.plays),
    trend: trend(artist.plays, artist.playsBefore),
  };
}

function profileOf(
  { pictureUrl, placeholder, name }: CreatorRow,
  { shown, followerCount }: { shown: ReturnType<typeof publicOf>; followerCount: number },
): TopArtist["profile"] {
  return {
    ...{ profileImage: pictureUrl, placeholder },
    ...{ fullName: shown.fullName || name, email: shown.email },
    followerCount,
  };
}

function totalsOf({ artists, tracks }: Week): TopArtists["totals"] {
  const sum = (pick: (artist: ArtistWeek) => number) => artists.reduce((total, artist) => total + pick(artist), 0);
  const [plays, playsBefore] = [sum((artist) => artist.plays), sum((artist) => artist.playsBefore)];
  const [ms, msBefore] = [sum((artist) => artist.ms), sum((artist) => artist.msBefore)];
  const [unique, uniqueBefore] = [tracks.filter((track) => track.ms > 0).length, tracksBefore(tracks)];
  return {
    totalStreams: plays,
    totalDuration: seconds(ms),
    uniqueTracks: unique,
    averageDuration: average(ms, plays),
    trends: {
      totalStreams: trend(plays, playsBefore),
      totalDuration: trend(seconds(ms), seconds(msBefore)),
      uniqueTracks: trend(unique, uniqueBefore),
      averageDuration: trend(average(ms, plays), average(msBefore, playsBefore)),
    },
  };
}

function tracksBefore(tracks: Week["tracks"]): number {
  return tracks.filter((track) => track.msBefore > 0).length;
}

function ranksBefore({ artists }: Week): Map<string, number> {
  const before = artists.filter((artist) => artist.playsBefore > 0)
    .toSorted((one, two) => two.playsBefore - one.playsBefore || two.msBefore - one.msBefore);
  return new Map(before.map((artist, index) => [artist.artistId, index + 1]));
}

function trend(now: number, before: number): Trend {
  return { before, change: before === 0 ? null : Math.round((now - before) / before * 1_000) / 10 };
}

function average(ms: number, plays: number): number {
  return plays === 0 ? 0 : seconds(ms / plays);
}

function seconds(ms: number): number {
  return Math.round(ms / 1_000);
}
