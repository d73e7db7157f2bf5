import { createCatalogue } from "../adapters/catalogue/mod.ts";
import type { Catalogue } from "../adapters/catalogue/types.ts";
import { ownReads } from "../catalogue/search/reads.ts";
import type { Config } from "../config.ts";
import type { PersonalData } from "../store/personal/personal_data.ts";
import type { Store } from "../store/store.ts";

/** The catalogue that the configuration names: Spotify's, or by default the platform's own. */
export function openCatalogue(
  { spotify, publicUrl }: Pick<Config, "publicUrl"> & Partial<Pick<Config, "spotify">>,
  { store, personal }: { store: Store; personal: PersonalData },
): Catalogue {
  if (spotify) return createCatalogue({ kind: "spotify", ...spotify });
  return createCatalogue({ kind: "own", publicUrl, reads: ownReads({ store, personal }) });
}
