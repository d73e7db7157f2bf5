import type { FoundAlbumRow, FoundPlaylistRow, FoundTrackRow, OwnReads } from "../../adapters/catalogue/types.ts";
import type { Deps } from "../../deps.ts";
import { albumIdOf, findAlbums } from "../../../projections/catalogue/albums.ts";
import { findCreators } from "../../../projections/catalogue/creators.ts";
import { findPlaylists } from "../../../projections/catalogue/playlists.ts";
import { findDocuments } from "../../../projections/catalogue/search.ts";
import { findTracks } from "../../../projections/catalogue/tracks.ts";

type FindDeps = Pick<Deps, "personal"> & { readonly store: Pick<Deps["store"], "sql"> };

/** What the platform's own catalogue is searched with; everything found comes in the order of the ids. */
export function ownReads(deps: FindDeps): OwnReads {
  const { sql } = deps.store;
  return {
    find: (kinds, query) => findDocuments(sql, kinds, query),
    tracks: (ids) => tracks(deps, ids),
    albums: (ids) => albums(deps, ids),
    playlists: (ids) => playlists(deps, ids),
    async artists(ids) {
      const found = await findCreators(sql, ids);
      return ids.flatMap((id) => {
        const row = found.get(id);
        return row ? [{ id, name: row.name, imageUrl: row.pictureUrl }] : [];
      });
    },
  };
}

async function tracks({ store: { sql } }: FindDeps, ids: readonly string[]): Promise<FoundTrackRow[]> {
  const found = await findTracks(sql, ids);
  return ids.flatMap((id) => {
    const row = found.get(id);
    if (!row) return [];
    const { title, artist, ownerId, album, coverImageUrl, durationMs, releasedAt, qualities, earlyUntil } = row;
    return [{
      ...{ id, name: title, imageUrl: coverImageUrl, durationMs, releasedAt, qualities, earlyUntil },
      artist: { id: ownerId, name: artist },
      album: album === undefined ? undefined : { id: albumIdOf(ownerId, album), name: album },
    }];
  });
}

async function albums({ store: { sql } }: FindDeps, ids: readonly string[]): Promise<FoundAlbumRow[]> {
  const found = await findAlbums(sql, ids);
  const all = await findTracks(sql, [...found.values()].flatMap((row) => row.trackIds));
  return ids.flatMap((id) => {
    const row = found.get(id);
    const shown = row?.trackIds.flatMap((trackId) => all.get(trackId) ?? []) ?? [];
    const [first] = shown;
    if (!row || !first) return [];
    const imageUrl = shown.find((track) => track.coverImageUrl !== "")?.coverImageUrl ?? "";
    const artist = { id: row.ownerId, name: first.artist };
    return [{ id, name: row.name, imageUrl, artist, trackCount: shown.length, releasedAt: row.releasedAt }];
  });
}

/** Public ones of people who are still there. Their owner's name is not shown: only artists publish theirs. */
async function playlists({ personal, store: { sql } }: FindDeps, ids: readonly string[]): Promise<FoundPlaylistRow[]> {
  const found = await findPlaylists(sql, ids);
  const owners = [...new Set([...found.values()].map((row) => row.ownerId))];
  const [keys, artists, all] = await Promise.all([
    personal.keysOf(sql, owners),
    findCreators(sql, owners),
    findTracks(sql, [...found.values()].flatMap((row) => row.trackIds)),
  ]);
  return ids.flatMap((id) => {
    const row = found.get(id);
    if (row?.publicName === undefined || !keys.has(row.ownerId)) return [];
    const shown = row.trackIds.flatMap((trackId) => all.get(trackId) ?? []);
    const imageUrl = shown.find((track) => track.coverImageUrl !== "")?.coverImageUrl ?? "";
    const ownerName = artists.get(row.ownerId)?.name ?? "A listener";
    return [{ id, name: row.publicName, imageUrl, ownerName, trackCount: shown.length }];
  });
}
