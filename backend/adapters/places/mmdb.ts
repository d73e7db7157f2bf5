import { readFileSync } from "node:fs";
import { type CityResponse, Reader } from "mmdb-lib";
import { stateIn } from "../../contract/nigeria.ts";
import type { Places } from "./types.ts";

/**
 * Reads the operator's own file once, without asking any service. Throws an Error that names the file where it is no
 * database.
 */
export function openMmdb(path: string): Places {
  const reader = readerOf(path);
  return {
    stateOf(address) {
      const found = placeOf(reader, address);
      const state = found?.country?.iso_code === "NG" ? found.subdivisions?.[0]?.names.en : undefined;
      return state === undefined ? undefined : stateIn(state);
    },
  };
}

function readerOf(path: string): Reader<CityResponse> {
  try {
    return new Reader<CityResponse>(readFileSync(path));
  } catch (error) {
    throw new Error(`Cannot read "${path}" as an MMDB file`, { cause: error });
  }
}

/** Of IPv6 we have the network part alone. */
function placeOf(reader: Reader<CityResponse>, address: string): CityResponse | null {
  try {
    return reader.get(address.includes(":") && !address.includes("::") ? `${address}::` : address);
  } catch {
    // No address: a test's connection, or a proxy's invention.
    return null;
  }
}
