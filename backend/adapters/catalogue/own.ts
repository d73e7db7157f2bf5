import type {
  FoundAlbum,
  FoundArtist,
  FoundPlaylist,
  FoundTrack,
  SearchAnswer,
  SearchKind,
  SearchPage,
} from "../../contract/search.ts";
import type {
  Catalogue,
  CatalogueQuery,
  FoundAlbumRow,
  FoundArtistRow,
  FoundPlaylistRow,
  FoundTrackRow,
  OwnReads,
} from "./types.ts";

const SIZES = [512, 256, 64];

/** The platform's own music in the answer shape of Spotify's search. */
export class OwnCatalogue implements Catalogue {
  constructor(readonly publicUrl: string, readonly reads: OwnReads) {}

  async search(query: CatalogueQuery): Promise<SearchAnswer> {
    const { reads } = this;
    const { q, kinds, limit, offset } = query;
    const found = await reads.find(kinds, { q, limit, offset });
    const [tracks, artists, albums, playlists] = await Promise.all([
      this.#page(
        { ...query, found },
        "track",
        async (ids) => (await reads.tracks(ids)).map((row) => this.#track(row, query)),
      ),
      this.#page(
        { ...query, found },
        "artist",
        async (ids) => (await reads.artists(ids)).map((row) => this.#artist(row)),
      ),
      this.#page({ ...query, found }, "album", async (ids) => (await reads.albums(ids)).map((row) => this.#album(row))),
      this.#page(
        { ...query, found },
        "playlist",
        async (ids) => (await reads.playlists(ids)).map((row) => this.#playlist(row)),
      ),
    ]);
    return {
      ...(tracks && { tracks }),
      ...(artists && { artists }),
      ...(albums && { albums }),
      ...(playlists && { playlists }),
    };
  }

  async #page<Item>(
    { q, limit, offset, found }: CatalogueQuery & { found: Awaited<ReturnType<OwnReads["find"]>> },
    kind: SearchKind,
    itemsOf: (ids: readonly string[]) => Promise<Item[]>,
  ): Promise<SearchPage<Item> | undefined> {
    const of = found.get(kind);
    if (!of) return undefined;
    const { ids, total } = of;
    const at = (from: number) =>
      `${this.publicUrl}/api/v1/search?${new URLSearchParams({ q, type: kind, limit: `${limit}`, offset: `${from}` })}`;
    return {
      href: at(offset),
      limit,
      next: offset + limit < total ? at(offset + limit) : null,
      offset,
      previous: offset > 0 ? at(Math.max(0, offset - limit)) : null,
      total,
      items: await itemsOf(ids),
    };
  }

  #track(row: FoundTrackRow, query: CatalogueQuery): FoundTrack {
    const release_date = dateOf(row.releasedAt);
    const album = row.album ?? { id: row.id, name: row.name };
    return {
      id: row.id,
      name: row.name,
      artists: [row.artist],
      album: { ...album, images: imagesOf(row), release_date },
      duration_ms: row.durationMs,
      preview_url: query.previewUrl({ ...row, ownerId: row.artist.id }),
      ...this.#address("track", row.id, `/track/${row.id}`),
    };
  }

  #artist(row: FoundArtistRow): FoundArtist {
    const { id, name } = row;
    return { id, name, images: imagesOf(row), ...this.#address("artist", id, `/artists/${id}`) };
  }

  #album(row: FoundAlbumRow): FoundAlbum {
    const { id, name, artist, trackCount } = row;
    return {
      ...{ id, name, artists: [artist], images: imagesOf(row) },
      ...{ total_tracks: trackCount, release_date: dateOf(row.releasedAt) },
      ...this.#address("album", id, `/music-details?id=${id}`),
    };
  }

  #playlist(row: FoundPlaylistRow): FoundPlaylist {
    const { id, name, ownerName } = row;
    const address = this.#address("playlist", id, `/playlists/${id}`);
    return { id, name, images: imagesOf(row), owner: { display_name: ownerName }, ...address };
  }

  #address<Type extends SearchKind>(type: Type, id: string, path: string) {
    return { type, uri: `orin:${type}:${id}`, external_urls: { orin: `${this.publicUrl}${path}` } };
  }
}

/** Each picture has its other sizes beside the one of 512 px. */
function imagesOf({ imageUrl }: FoundArtistRow) {
  if (imageUrl === "") return [];
  return SIZES.map((size) => ({ url: imageUrl.replace(/\/512\./, `/${size}.`), width: size, height: size }));
}

function dateOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10);
}
