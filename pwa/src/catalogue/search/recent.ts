import { readRecord } from "../../lib/stored_json.ts";
import { getSession } from "../../lib/session.ts";
import { createStore, useStore } from "../../lib/store.ts";

const KEY = "orin.searches";
const MOST = 8;
const LONGEST = 120;

const changes = createStore(0);

/** What the person looked for on this device, newest first. Each person has their own, which goes when they leave. */
export function useRecentSearches(): readonly string[] {
  useStore(changes);
  return readRecent();
}

/** Remembers a search that led somewhere; the same one again moves to the front. */
export function rememberSearch(query: string): void {
  const typed = query.trim().slice(0, LONGEST);
  if (typed === "") return;
  const isOther = (one: string) => one.toLowerCase() !== typed.toLowerCase();
  write([typed, ...readRecent().filter(isOther)].slice(0, MOST));
}

/** Forgets one search, or all of them. */
export function forgetSearch(query?: string): void {
  write(query === undefined ? [] : readRecent().filter((one) => one !== query));
}

function readRecent(): readonly string[] {
  const kept = readRecord(globalThis.localStorage, KEY)[owner()];
  return Array.isArray(kept) ? kept.filter((one) => typeof one === "string").slice(0, MOST) : [];
}

function write(searches: readonly string[]): void {
  const all = readRecord(globalThis.localStorage, KEY);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all, [owner()]: searches }));
  } catch {
    // A full device remembers no searches.
  }
  changes.set(changes.get() + 1);
}

function owner(): string {
  return getSession()?.userId ?? "visitor";
}
