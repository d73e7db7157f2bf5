import { Hono } from "hono";
import * as z from "zod/mini";
import { Id } from "../contract/ids.ts";
import { QUALITIES } from "../contract/listening.ts";
import type { Album, AlbumCard, AlbumList } from "../contract/discover.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { optionalUser } from "../http/session.ts";
import { queryParams } from "../http/validate.ts";
import { type AlbumRow, findAlbums, listAlbums } from "../../projections/albums.ts";
import { findCreators } from "../../projections/creators.ts";
import { followerCounts, readFollows } from "../../projections/follows.ts";
import { albumCards } from "./routes_album_cards.ts";
import { trackList } from "./routes_track_list.ts";

const MORE = 12;
const AlbumsQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 30),
  artistId: z.optional(Id),
  /** The last album of the page before. */
  cursor: z.optional(Id),
});
const AlbumQuery = z.object({ quality: z._default(z.enum(QUALITIES), "normal"), deviceId: z.optional(z.string()) });

/** Albums: the list, and one with its tracks. */
export function albumRoutes(deps: Deps) {
  const { sql } = deps.store;

  return new Hono()
    .get("/api/v1/albums", queryParams(AlbumsQuery), async (c) => {
      const { limit, artistId, cursor } = c.req.valid("query");
      const after = cursor === undefined ? undefined : (await findAlbums(sql, [cursor])).get(cursor);
      if (cursor !== undefined && !after) {
        throw new Refusal("invalid_request", "This list has changed: please load it again.");
      }
      const rows = await listAlbums(sql, { limit: limit + 1, ownerId: artistId, after });
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      const answer: AlbumList = {
        albums: await albumCards(deps, page),
        ...(last && { nextCursor: last.albumId }),
      };
      return c.json(answer, 200);
    })
    .get("/api/v1/albums/:id", optionalUser(deps), queryParams(AlbumQuery), async (c) => {
      const id = Id.safeParse(c.req.param("id"));
      const row = id.success ? (await findAlbums(sql, [id.data])).get(id.data) : undefined;
      const [card] = row ? await albumCards(deps, [row]) : [];
      if (!row || !card) throw new Refusal("not_found", "Album not found");
      const { session } = c.var;
      const [tracks, artists, moreMusic] = await Promise.all([
        trackList(c, deps, { session, ...c.req.valid("query") }).find(row.trackIds),
        artistsOf(deps, row.ownerId, session?.userId),
        moreThan(deps, row),
      ]);
      return c.json({ ...card, tracks, artists, moreMusic } satisfies Album, 200);
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
    listAlbums(sql, { limit: MORE + 1, ownerId }),
    listAlbums(sql, { limit: 2 * MORE + 1 }),
  ]);
  const others = new Map(lists.flat().map((album) => [album.albumId, album]));
  others.delete(albumId);
  return await albumCards(deps, [...others.values()].slice(0, MORE));
}
