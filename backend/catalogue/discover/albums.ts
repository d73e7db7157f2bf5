import type { AlbumCard } from "../../contract/discover.ts";
import type { Deps } from "../../deps.ts";
import type { AlbumRow } from "../../../projections/catalogue/albums.ts";
import { findTracks } from "../../../projections/catalogue/tracks.ts";

/** Albums as lists show them, with the sleeve of the first track that has one. */
export async function albumCards(deps: Deps, rows: readonly AlbumRow[]): Promise<AlbumCard[]> {
  const found = await findTracks(deps.store.sql, rows.flatMap((row) => row.trackIds));
  return rows.flatMap((row) => {
    const tracks = row.trackIds.flatMap((trackId) => found.get(trackId) ?? []);
    const [first] = tracks;
    if (!first) return [];
    const sleeve = tracks.find((track) => track.coverImageUrl !== "") ?? first;
    return [{
      _id: row.albumId,
      title: row.name,
      artist: first.artist,
      artistId: row.ownerId,
      coverImageUrl: sleeve.coverImageUrl,
      placeholder: sleeve.placeholder,
      trackCount: tracks.length,
      durationSeconds: Math.round(tracks.reduce((sum, track) => sum + track.durationMs, 0) / 1_000),
      releasedAt: new Date(row.releasedAt).toISOString(),
    }];
  });
}
