import { OwnCatalogue } from "./own.ts";
import { SpotifyCatalogue } from "./spotify.ts";
import type { Catalogue, CatalogueConfig } from "./types.ts";

/** Opens the catalogue that the configuration names. Nothing is asked before the first search. */
export function createCatalogue(config: CatalogueConfig): Catalogue {
  switch (config.kind) {
    case "own":
      return new OwnCatalogue(config.publicUrl, config.reads);
    case "spotify":
      return new SpotifyCatalogue(config);
  }
}
