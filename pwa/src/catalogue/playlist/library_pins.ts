import { readJson } from "../../lib/stored_json.ts";
import { onPersonLeft } from "../../lib/person_left.ts";
import { createStore, useStore } from "../../lib/store.ts";
import { FIRST_PINS } from "./library_items.ts";

const KEY = "orin.pins";

const pins = createStore(read());
onPersonLeft(() => pins.set(FIRST_PINS));

/** The keys of what is pinned in the library, on this device, in their order. */
export function usePins(): readonly string[] {
  return useStore(pins);
}

/** Pins something behind the others, or lets it go. */
export function togglePin(key: string): void {
  const now = pins.get();
  const next = now.includes(key) ? now.filter((one) => one !== key) : [...now, key];
  localStorage.setItem(KEY, JSON.stringify(next));
  pins.set(next);
}

function read(): readonly string[] {
  const stored = readJson(globalThis.localStorage, KEY);
  return Array.isArray(stored) && stored.every((one) => typeof one === "string") ? stored : FIRST_PINS;
}
