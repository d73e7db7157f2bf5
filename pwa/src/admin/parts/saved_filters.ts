import { useState } from "react";
import { readRecord } from "../../lib/stored_json.ts";
import { getAdminSession } from "../shell/session.ts";

const KEY = "orin.admin-filters";

/** A filter that an admin kept: its name and the address's query. */
interface SavedFilter {
  readonly name: string;
  readonly query: string;
}

/** The filters that this admin kept for a list, on this device. They name no person: searches are not kept. */
export function useSavedFilters(list: string) {
  const place = `${getAdminSession()?.userId ?? ""}/${list}`;
  const [filters, setFilters] = useState(() => read(place));
  const write = (next: readonly SavedFilter[]) => {
    setFilters(next);
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...readRecord(localStorage, KEY), [place]: next }));
    } catch {
      // Without room or permission they last until the screen is left.
    }
  };
  const others = (name: string) => filters.filter((one) => one.name !== name);
  return {
    filters,
    keep: (filter: SavedFilter) => write([...others(filter.name), filter]),
    forget: (name: string) => write(others(name)),
  };
}

function read(place: string): readonly SavedFilter[] {
  const found = readRecord(localStorage, KEY)[place];
  return Array.isArray(found) ? found.filter(isSavedFilter) : [];
}

function isSavedFilter(value: unknown): value is SavedFilter {
  return typeof value === "object" && value !== null && "name" in value && typeof value.name === "string" &&
    "query" in value && typeof value.query === "string";
}
