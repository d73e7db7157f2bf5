import * as calls from "../../contract/calls/catalogue.ts";
import { Routes } from "../../http/routes.ts";
import * as z from "zod/mini";
import { type AlbumRow, findAlbums, listAlbums } from "../../../projections/catalogue/albums.ts";
import { type CreatorRow, findCreatorByName, findCreators } from "../../../projections/catalogue/creators.ts";
import { followedBy, followerCounts, readFollows } from "../../../projections/social/follows.ts";
import { findUser } from "../../../projections/accounts/users.ts";
import { openPersonsOf } from "../../accounts/account/reads.ts";
import type { Album, AlbumCard, AlbumList, TopArtist, TopArtists, Trend } from "../../contract/discover.ts";
import { Id } from "../../contract/requests/ids.ts";
import { UploadFields } from "../../contract/requests/uploads.ts";
import { newId } from "../../contract/ids.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { Deps } from "../../deps.ts";
import { formBody } from "../../http/form.ts";
import { publicJson, written } from "../../http/etag.ts";
import { publicOf } from "../artist/reads.ts";
import { trackList } from "../track/reads.ts";
import { receiveUpload, uploadForm } from "../upload/routes.ts";
import { type Everyones, everyones } from "../everyones.ts";
import { albumCredits } from "../release/album_reads.ts";
import { albumCards } from "./albums.ts";
import { homeOf } from "./home.ts";
import { type ArtistWeek, type Week } from "./week.ts";

/** Admins upload for a creator, by the same form as creators. */
export function adminUploadRoutes(deps: Deps) {
  /** The artist the form names by id or by name; otherwise the admin's own account. */
  const ownerOf = async (fields: Readonly<Record<string, string>>, adminId: string): Promise<string> => {
    const { creatorId = "", artist = "" } = fields;
    if (creatorId === "") return (await findCreatorByName(deps.store.sql, artist.trim()))?.creatorId ?? adminId;
    const id = Id.safeParse(creatorId);
    const user = id.success ? await findUser(deps.store.sql, id.data) : undefined;
    if (user?.role !== "creator") throw new Refusal("invalid_request", "Creator not found", { field: "creatorId" });
    return user.userId;
  };

  const form = formBody({ ...uploadForm(deps), fields: z.extend(UploadFields, { creatorId: z.optional(Id) }) });
  return new Routes(deps).serve(calls.uploadTrackForArtist, form, async (c) => {
    const { userId } = c.var.session;
    const trackId = newId(deps.now());
    const taken = {
      trackId,
      actorId: userId,
      ownerOf: (fields: Readonly<Record<string, string>>) => ownerOf(fields, userId),
    };
    return c.json(await receiveUpload(deps, c, taken), 201);
  });
}

/** What the first screen plays, in one call. */
export function homeRoutes(deps: Deps) {
  return new Routes(deps).serve(calls.getHome, async (c) => {
    const { session } = c.var;
    return c.json(await homeOf(c, deps, { session, ...c.req.valid("query") }), 200);
  });
}

const MORE = 12;
const MOST_FOLLOWED_ALBUMS = 100;

/** Albums: the list, and one with its tracks. */
export function albumRoutes(deps: Deps) {
  const { sql } = deps.store;

  return new Routes(deps)
    .serve(calls.listAlbums, async (c) => {
      const { limit, artistId, cursor } = c.req.valid("query");
      const after = cursor === undefined ? undefined : (await findAlbums(sql, [cursor])).get(cursor);
      if (cursor !== undefined && !after) {
        throw new Refusal("invalid_request", "This list has changed: please load it again.");
      }
      const rows = await listAlbums(sql, {
        limit: limit + 1,
        ownerIds: artistId === undefined ? undefined : [artistId],
        after,
      });
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      const answer: AlbumList = {
        albums: await albumCards(deps, page),
        ...(last && { nextCursor: last.albumId }),
      };
      return publicJson(c, written(answer));
    })
    .serve(calls.listFollowedAlbums, async (c) => {
      const artists = await followedBy(sql, c.var.session.userId);
      const ownerIds = artists.map(({ creatorId }) => creatorId);
      const albums = await albumCards(deps, await listAlbums(sql, { limit: MOST_FOLLOWED_ALBUMS, ownerIds }));
      return c.json({ albums } satisfies AlbumList, 200);
    })
    .serve(calls.getAlbum, async (c) => {
      const id = Id.safeParse(c.req.param("id"));
      const row = id.success ? (await findAlbums(sql, [id.data])).get(id.data) : undefined;
      const [card] = row ? await albumCards(deps, [row]) : [];
      if (!row || !card) throw new Refusal("not_found", "Album not found");
      const { session } = c.var;
      const [tracks, artists, credits, moreMusic] = await Promise.all([
        trackList(c, deps, { session, ...c.req.valid("query") }).find(row.trackIds),
        artistsOf(deps, row.ownerId, session?.userId),
        albumCredits(deps, row.trackIds),
        moreThan(deps, row),
      ]);
      return c.json({ ...card, tracks, artists, credits, moreMusic } satisfies Album, 200);
    });
}

async function artistsOf(deps: Deps, creatorId: string, followerId: string | undefined): Promise<Album["artists"]> {
  const { sql } = deps.store;
  const [creators, followers, following] = await Promise.all([
    findCreators(sql, [creatorId]),
    followerCounts(sql, [creatorId]),
    followerId === undefined ? undefined : readFollows(sql, [{ followerId, creatorId }]),
  ]);
  return [...creators.values()].map(({ name, pictureUrl }) => ({
    _id: creatorId,
    name,
    profilePicture: { url: pictureUrl },
    followerCount: followers.get(creatorId) ?? 0,
    isFollowing: (following?.size ?? 0) > 0,
  }));
}

/** The artist's other albums, filled up with the newest of others. */
async function moreThan(deps: Deps, { albumId, ownerId }: AlbumRow): Promise<AlbumCard[]> {
  const { sql } = deps.store;
  const lists = await Promise.all([
    listAlbums(sql, { limit: MORE + 1, ownerIds: [ownerId] }),
    listAlbums(sql, { limit: 2 * MORE + 1 }),
  ]);
  const others = new Map(lists.flat().map((album) => [album.albumId, album]));
  others.delete(albumId);
  return await albumCards(deps, [...others.values()].slice(0, MORE));
}

/** The week's artists in the order of their real listeners' plays. */
export function topArtistRoutes(deps: Deps) {
  return new Routes(deps).serve(calls.topArtists, async (c) => {
    const [catalogue, week] = await Promise.all([everyones(deps), deps.weeks.now()]);
    return publicJson(c, written(await topArtists(deps, catalogue, { week, limit: c.req.valid("query").limit })));
  });
}

async function topArtists(
  deps: Deps,
  catalogue: Everyones,
  { week, limit }: { readonly week: Week; readonly limit: number },
): Promise<TopArtists> {
  const heard = week.artists.filter((artist) => artist.plays > 0);
  const ids = heard.slice(0, limit).map((artist) => artist.artistId);
  const [creators, followers] = await Promise.all([catalogue.creators(ids), catalogue.followerCounts(ids)]);
  const open = [...creators.values()].filter(({ isNamePublic, isContactPublic }) => isNamePublic || isContactPublic);
  // A copy would outlive their choice.
  const people = open.length === 0 ? new Map() : await openPersonsOf(deps, open.map((creator) => creator.creatorId));
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
