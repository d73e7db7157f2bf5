import { onPersonLeft } from "./person_left.ts";
import { createStore, useStore } from "./store.ts";
import { readJson } from "./stored_json.ts";

const KEY = "orin.data-used";
const WRITE_EVERY_MS = 5_000;

/** What came over the network in a month of this device's calendar. */
interface DataUsed {
  /** Such as `2026-06`. */
  month: string;
  soundBytes: number;
  /** Screens, covers and calls. */
  otherBytes: number;
}

const used = createStore<DataUsed>(readUsed(monthOf(new Date())));

/** What this month has cost so far, in a component. */
export function useDataUsed(): DataUsed {
  return useStore(used);
}

/** Counts what the page loads from now on, as the browser measures it; what its cache gives costs nothing. */
export function watchDataUsed(): void {
  if (typeof PerformanceObserver === "undefined") return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    timer = undefined;
    try {
      localStorage.setItem(KEY, JSON.stringify(used.get()));
    } catch {
      // Full or forbidden: then it is counted from the next start on.
    }
  };
  new PerformanceObserver((list) => {
    used.set(withLoaded(used.get(), list.getEntries().map(loadOf), monthOf(new Date())));
    timer ??= setTimeout(write, WRITE_EVERY_MS);
  }).observe({ type: "resource", buffered: true });
  addEventListener("pagehide", write);
  onPersonLeft(() => used.set(nothingIn(monthOf(new Date()))));
}

/** One answer: where from, and how many bytes came over the network. */
interface Load {
  path: string;
  bytes: number;
}

/** Adds loads; a new month begins at nothing. */
export function withLoaded(before: DataUsed, loads: readonly Load[], month: string): DataUsed {
  const known = before.month === month ? before : nothingIn(month);
  const sum = (isSound: boolean) =>
    loads.filter(({ path }) => path.startsWith("/media/audio/") === isSound).reduce((all, { bytes }) => all + bytes, 0);
  return { month, soundBytes: known.soundBytes + sum(true), otherBytes: known.otherBytes + sum(false) };
}

function loadOf(entry: PerformanceEntry): Load {
  const bytes = "transferSize" in entry && typeof entry.transferSize === "number" ? entry.transferSize : 0;
  return { path: new URL(entry.name, location.href).pathname, bytes };
}

function monthOf(date: Date): string {
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}`;
}

function readUsed(month: string): DataUsed {
  const kept = readJson(globalThis.localStorage, KEY);
  return isUsed(kept) && kept.month === month ? kept : nothingIn(month);
}

function nothingIn(month: string): DataUsed {
  return { month, soundBytes: 0, otherBytes: 0 };
}

function isUsed(value: unknown): value is DataUsed {
  if (typeof value !== "object" || value === null) return false;
  const { month, soundBytes, otherBytes }: Partial<Record<keyof DataUsed, unknown>> = value;
  return typeof month === "string" && typeof soundBytes === "number" && typeof otherBytes === "number";
}
