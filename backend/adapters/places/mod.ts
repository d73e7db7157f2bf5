import { openMmdb } from "./mmdb.ts";
import type { Places } from "./types.ts";

/**
 * Opens the operator's file that says where networks are; without one, places are unknown. Throws where it is no such
 * file.
 */
export function openPlaces(path: string | undefined): Places | undefined {
  return path === undefined ? undefined : openMmdb(path);
}
