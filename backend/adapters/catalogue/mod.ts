import type { Quality } from "../../contract/listening.ts";
import type { SearchAnswer, SearchKind } from "../../contract/search.ts";
import { OwnCatalogue, type OwnReads } from "./own.ts";
import { SpotifyCatalogue, type SpotifyConfig } from "./spotify.ts";

export type { FoundAlbumRow, FoundPlaylistRow, FoundTrackRow, OwnReads } from "./own.ts";

/** Searches for music: every implementation answers in Spotify's shape. */
export interface Catalogue {
  /**
   * @throws {CatalogueUnavailable} nobody answered, or too much was asked: try again later
   */
  search(query: CatalogueQuery): Promise<SearchAnswer>;
}

export interface PreviewedTrack {
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
  /** Where a track of our own can be heard by the one who asks. */
  previewUrl(track: PreviewedTrack): string | null;
}

export { CatalogueUnavailable } from "./errors.ts";

export type CatalogueConfig =
  | { readonly kind: "own"; readonly publicUrl: string; readonly reads: OwnReads }
  | ({ readonly kind: "spotify" } & SpotifyConfig);

/** Opens the catalogue that the configuration names. Nothing is asked before the first search. */
export function createCatalogue(config: CatalogueConfig): Catalogue {
  switch (config.kind) {
    case "own":
      return new OwnCatalogue(config.publicUrl, config.reads);
    case "spotify":
      return new SpotifyCatalogue(config);
  }
}
