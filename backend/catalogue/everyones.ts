import { type AlbumRow, albums, listAlbums } from "../../projections/catalogue/albums.ts";
import {
  type CreatorRow,
  creators,
  findCreator,
  findCreators,
  listCreators,
} from "../../projections/catalogue/creators.ts";
import { followerCounts, follows } from "../../projections/social/follows.ts";
import { filesOf, type KnownFile, renditions } from "../../projections/catalogue/renditions.ts";
import {
  findTracks,
  type ListTracks,
  listTracks,
  newestOfEach,
  type TrackPage,
  type TrackRow,
  tracks,
} from "../../projections/catalogue/tracks.ts";
import type { Deps } from "../deps.ts";
import type { AsOf } from "../store/projections/kept_reads.ts";
import type { Sql } from "../store/sql.ts";

/** What `Everyones` is made from. */
export const KEPT = [tracks, creators, follows, albums, renditions];

const TRACKS = [tracks.name];

/** What everybody is shown of the catalogue, as of now: a track that is held or gone is in none of its answers. */
export async function everyones({ store, kept }: Pick<Deps, "store" | "kept">): Promise<Everyones> {
  return new Everyones(store.sql, await kept.now());
}

/** The catalogue as of one moment, from memory where nothing of it has changed. */
export class Everyones {
  constructor(readonly sql: Sql, readonly asOf: AsOf) {}

  /** Published tracks, newest first. */
  async newest(page: ListTracks): Promise<TrackPage> {
    const { limit, cursor, genre = "", ownerId = "" } = page;
    const name = ["tracks", limit, cursor?.releasedAt ?? "", cursor?.trackId ?? "", genre, ownerId].join(" ");
    return await this.asOf.read(TRACKS, name, () => listTracks(this.sql, page));
  }

  /** Published tracks by id; others are missing from the map. */
  async find(trackIds: readonly string[]): Promise<Map<string, TrackRow>> {
    return await this.asOf.readEach(TRACKS, trackIds, { kind: "track", ask: (ids) => findTracks(this.sql, ids) });
  }

  /** Published tracks, in the order of the ids. */
  async inOrder(trackIds: readonly string[]): Promise<TrackRow[]> {
    const found = await this.find(trackIds);
    return trackIds.flatMap((trackId) => found.get(trackId) ?? []);
  }

  /** The newest of each of these artists and genres, `limit` of each, each track once. */
  async newestOfEach(
    { ownerIds, genres, limit }: { ownerIds: readonly string[]; genres: readonly string[]; limit: number },
  ): Promise<TrackRow[]> {
    const [byOwner, byGenre] = await Promise.all([
      this.asOf.readEach(TRACKS, ownerIds, {
        kind: `of artist ${limit}`,
        ask: async (ids) =>
          Map.groupBy(await newestOfEach(this.sql, { ownerIds: ids, genres: [], limit }), ({ ownerId }) => ownerId),
      }),
      this.asOf.readEach(TRACKS, genres, {
        kind: `of genre ${limit}`,
        ask: async (ids) =>
          Map.groupBy(await newestOfEach(this.sql, { ownerIds: [], genres: ids, limit }), ({ genre }) => genre),
      }),
    ]);
    const found = [...byOwner.values(), ...byGenre.values()].flat();
    return [...new Map(found.map((row) => [row.trackId, row])).values()];
  }

  async newestAlbums(limit: number): Promise<AlbumRow[]> {
    return await this.asOf.read([albums.name], `albums ${limit}`, () => listAlbums(this.sql, { limit }));
  }

  /** The files of a track, whatever its state. */
  async files(trackId: string): Promise<readonly KnownFile[]> {
    const ask = (ids: readonly string[]) => filesOf(this.sql, ids);
    return (await this.asOf.readEach([renditions.name], [trackId], { kind: "files", ask })).get(trackId) ?? [];
  }

  /** Artists whom everybody sees. */
  async creators(creatorIds: readonly string[]): Promise<Map<string, CreatorRow>> {
    const ask = (ids: readonly string[]) => findCreators(this.sql, ids);
    return await this.asOf.readEach([creators.name], creatorIds, { kind: "artist", ask });
  }

  /** What `answerOf` makes of a page of all artists, after the one named: once for all who ask. */
  async artistList<Answer>(
    { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
    answerOf: (artists: readonly CreatorRow[], followers: ReadonlyMap<string, number>) => Answer,
  ): Promise<Answer> {
    return await this.asOf.read([creators.name, follows.name], `artists ${limit} ${cursor ?? ""}`, async () => {
      const after = cursor === undefined ? undefined : await findCreator(this.sql, cursor);
      const artists = await listCreators(this.sql, { limit, after });
      return answerOf(artists, await followerCounts(this.sql, artists.map(({ creatorId }) => creatorId)));
    });
  }

  async followerCounts(creatorIds: readonly string[]): Promise<Map<string, number>> {
    const ask = (ids: readonly string[]) => followerCounts(this.sql, ids);
    return await this.asOf.readEach([follows.name], creatorIds, { kind: "followers", ask });
  }
}
