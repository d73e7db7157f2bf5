import { createStore, useStore } from "./store.ts";

/**
 * Online by outcomes: what calls met says more than `navigator.onLine`, which is true on every dead hotspot. After a
 * call without an answer, `/healthz` is asked until it answers.
 */
const online = createStore(globalThis.navigator?.onLine !== false);

/** True once the page's first call has waited this long for an answer: so far the page shows what was saved. */
const silent = createStore(false);
const SILENT_AFTER_MS = 1_000;
let hasBeenReached = false;
let patience: ReturnType<typeof setTimeout> | undefined;

const PROBE_MIN_MS = 2_000;
const PROBE_MAX_MS = 60_000;
let probeDelayMs = PROBE_MIN_MS;
let probeTimer: ReturnType<typeof setTimeout> | undefined;
const reachedListeners = new Set<() => void>();

/** Whether the service answered when it was last called. */
export function isOnline(): boolean {
  return online.get();
}

/** The same in a component. */
export function useOnline(): boolean {
  return useStore(online);
}

/** Whether this page has had no answer yet, although it asked a moment ago. */
export function useIsSilent(): boolean {
  return useStore(silent);
}

/** Calls back when the service is lost or found again. Returns how to stop. */
export function subscribeOnline(listener: () => void): () => void {
  return online.subscribe(listener);
}

/** A call goes out. A page whose saved answers are all fresh makes none, and nothing is wrong with it. */
export function reportAsked(): void {
  patience ??= setTimeout(() => silent.set(!hasBeenReached), SILENT_AFTER_MS);
}

/** A call got an answer, whatever its status. */
export function reportReached(): void {
  clearTimeout(probeTimer);
  probeTimer = undefined;
  probeDelayMs = PROBE_MIN_MS;
  hasBeenReached = true;
  silent.set(false);
  online.set(true);
  for (const listener of [...reachedListeners]) listener();
}

/** Calls back after every call that got an answer; returns the way to stop. */
export function subscribeReached(listener: () => void): () => void {
  reachedListeners.add(listener);
  return () => reachedListeners.delete(listener);
}

/** A call got none. */
export function reportUnreached(): void {
  online.set(false);
  if (probeTimer !== undefined) return;
  probeTimer = setTimeout(probe, probeDelayMs);
  probeDelayMs = Math.min(PROBE_MAX_MS, probeDelayMs * 2);
}

/** Listens to the browser's own signals. Call once at start; returns the way to stop. */
export function watchConnection(): () => void {
  const stop = new AbortController();
  const asked = () => void probe();
  addEventListener("offline", reportUnreached, { signal: stop.signal });
  addEventListener("online", asked, { signal: stop.signal });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && !online.get()) asked();
  }, { signal: stop.signal });
  if (!online.get()) reportUnreached();
  return () => {
    stop.abort();
    clearTimeout(patience);
    patience = undefined;
    clearTimeout(probeTimer);
    probeTimer = undefined;
  };
}

async function probe(): Promise<void> {
  clearTimeout(probeTimer);
  probeTimer = undefined;
  try {
    await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(8_000) });
    reportReached();
  } catch {
    reportUnreached();
  }
}
