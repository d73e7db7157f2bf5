import type { Quality } from "../../contract/listening.ts";
import type { SearchAnswer, SearchKind } from "../../contract/search.ts";

/** Searches for music: every implementation answers in Spotify's shape. */
export interface Catalogue {
  /**
   * @throws {CatalogueUnavailable} no answer, or too many requests: try again later
   */
  search(query: CatalogueQuery): Promise<SearchAnswer>;
}

interface PreviewedTrack {
  readonly id: string;
  readonly ownerId: string;
  readonly qualities: readonly (Quality | "download")[];
  /** The end of early access for Premium, epoch ms. */
  readonly earlyUntil: number | undefined;
}

export interface CatalogueQuery {
  readonly q: string;
  readonly kinds: readonly SearchKind[];
  /** At most 10. */
  readonly limit: number;
  readonly offset: number;
  /** Where the caller can hear one of our own tracks. */
  previewUrl(track: PreviewedTrack): string | null;
}

/** The catalogue gave no answer. `retryAfterMs` is its own wish, or a guess. */
export class CatalogueUnavailable extends Error {
  override readonly name = "CatalogueUnavailable";
  constructor(message: string, readonly retryAfterMs: number, options?: ErrorOptions) {
    super(message, options);
  }
}

/** The reads of the platform's own catalogue; best matches first. */
export interface OwnReads {
  find(
    kinds: readonly SearchKind[],
    query: { q: string; limit: number; offset: number },
  ): Promise<ReadonlyMap<SearchKind, { readonly ids: readonly string[]; readonly total: number }>>;
  tracks(ids: readonly string[]): Promise<FoundTrackRow[]>;
  artists(ids: readonly string[]): Promise<FoundArtistRow[]>;
  albums(ids: readonly string[]): Promise<FoundAlbumRow[]>;
  playlists(ids: readonly string[]): Promise<FoundPlaylistRow[]>;
}

interface Row {
  readonly id: string;
  readonly name: string;
  /** Address of the 512 px picture, empty without one. */
  readonly imageUrl: string;
}

export interface FoundTrackRow extends Row {
  readonly artist: { readonly id: string; readonly name: string };
  readonly album: { readonly id: string; readonly name: string } | undefined;
  readonly durationMs: number;
  /** Epoch ms. */
  readonly releasedAt: number;
  readonly qualities: readonly (Quality | "download")[];
  /** The end of early access for Premium, epoch ms. */
  readonly earlyUntil: number | undefined;
}

export type FoundArtistRow = Row;

export interface FoundAlbumRow extends Row {
  readonly artist: { readonly id: string; readonly name: string };
  readonly trackCount: number;
  readonly releasedAt: number;
}

export interface FoundPlaylistRow extends Row {
  readonly ownerName: string;
  readonly trackCount: number;
}
