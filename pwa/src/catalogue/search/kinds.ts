import type { SearchKind } from "@contract/search.ts";

export type { SearchKind };

/** In the order of the tabs. The contract's own list brings the schema library along. */
export const SEARCH_KINDS = ["track", "artist", "album", "playlist"] as const satisfies readonly SearchKind[];
