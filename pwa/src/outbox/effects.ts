import { deviceId } from "../lib/device_id.ts";
import { type OpenHandle, openOutboxHandle } from "./database.ts";

/** The part of `navigator.locks` that the outbox needs. */
export interface Locks {
  request<T>(
    name: string,
    options: { ifAvailable?: boolean },
    work: (isHeld: boolean) => Promise<T> | T,
  ): Promise<T>;
}

/** Tells the other tabs and the worker that something changed. */
export interface Channel {
  tell(): void;
  listen(listener: () => void): void;
  close(): void;
}

/** Everything outside that the outbox touches, so that tests can pass their own. */
export interface OutboxEffects {
  /** Device clock, epoch ms. */
  wallNow(): number;
  /** Never jumps, in ms. */
  monotonicNow(): number;
  random(): number;
  /** What the device calls itself to the service, for streams and plays alike. Only pages ask, where plays begin. */
  deviceId(): string;
  fetch(url: string, init: RequestInit): Promise<Response>;
  locks: Locks;
  openHandle: OpenHandle;
  openChannel(): Channel;
  /** False only when there is surely no network. */
  online(): boolean;
  /** Calls back once after `ms`; returns the way to stop it. */
  after(ms: number, callback: () => void): () => void;
  /** Calls back when the network may be back: online, or the page is looked at again. Returns the way to stop. */
  onWake(callback: () => void): () => void;
  /** Where the tab keeps its name over a reload; absent in the worker. */
  tab?: { read(): string | null; write(name: string): void };
  /** Asks the browser to start the worker once there is network. */
  requestSync(): void;
}

/** The `sync` event the worker listens to: `event.tag === SYNC_TAG`, then `flush()`. */
export const SYNC_TAG = "orin-outbox";

const TAB_KEY = "orin.tab";

/** The browser's own effects, for a page and for the worker. */
export function browserEffects(): OutboxEffects {
  return {
    wallNow: () => Date.now(),
    monotonicNow: () => performance.now(),
    random: () => Math.random(),
    deviceId,
    fetch: (url, init) => fetch(url, init),
    locks: globalThis.navigator.locks ? webLocks(navigator.locks) : noLocks(),
    openHandle: openOutboxHandle,
    openChannel,
    online: () => navigator.onLine !== false,
    after(ms, callback) {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    },
    onWake,
    ...(typeof sessionStorage === "undefined" ? {} : { tab: tabMemory(sessionStorage) }),
    requestSync,
  };
}

function webLocks(locks: LockManager): Locks {
  return {
    request: async (name, options, work) => await locks.request(name, options, (lock) => work(lock !== null)),
  };
}

/** A page without HTTPS has no Web Locks; then each tab works for itself, and the service's dedupe keeps it right. */
function noLocks(): Locks {
  return { request: async (_name, _options, work) => await work(true) };
}

function openChannel(): Channel {
  if (typeof BroadcastChannel === "undefined") return { tell() {}, listen() {}, close() {} };
  const channel = new BroadcastChannel("orin-outbox");
  return {
    tell: () => channel.postMessage("changed"),
    listen: (listener) => channel.addEventListener("message", listener),
    close: () => channel.close(),
  };
}

function onWake(callback: () => void): () => void {
  const stop = new AbortController();
  addEventListener("online", callback, { signal: stop.signal });
  globalThis.document?.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") callback();
  }, { signal: stop.signal });
  return () => stop.abort();
}

function tabMemory(storage: Storage) {
  return {
    read: () => storage.getItem(TAB_KEY),
    write: (name: string) => storage.setItem(TAB_KEY, name),
  };
}

/** Background Sync is in Chromium only, and therefore not in TypeScript's library. */
interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register(tag: string): Promise<void> };
}

function requestSync(): void {
  const worker: ServiceWorkerContainer | undefined = globalThis.navigator.serviceWorker;
  worker?.ready.then((registration: SyncRegistration) => registration.sync?.register(SYNC_TAG)).catch(() => undefined);
}
