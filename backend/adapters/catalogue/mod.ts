import { OwnCatalogue } from "./own.ts";
import { SpotifyCatalogue, type SpotifyConfig } from "./spotify.ts";
import type { Catalogue, OwnReads } from "./types.ts";

type CatalogueConfig =
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
