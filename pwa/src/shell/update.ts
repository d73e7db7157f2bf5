import { isBusy } from "../lib/busy.ts";
import { isOnline } from "../lib/connection.ts";
import { createStore } from "../lib/store.ts";

/** Applies the waiting version and loads the page anew; null while there is none. */
export const readyUpdate = createStore<(() => void) | null>(null);

const CHECK_EVERY_MS = 3_600_000;

/**
 * Registers the worker once the page has loaded, so it never competes with the first paint. A version that waited since
 * an earlier visit is applied immediately, as long as the page was not touched; any other waits for a press.
 */
export async function watchUpdates(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await hasLoaded();
  const { Workbox } = await import("workbox-window");
  const workbox = new Workbox("/sw.js");
  workbox.addEventListener("waiting", ({ wasWaitingBeforeRegister }) => {
    const apply = () => {
      workbox.addEventListener("controlling", () => location.reload());
      workbox.messageSkipWaiting();
    };
    const isFresh = wasWaitingBeforeRegister && !isBusy() && navigator.userActivation?.hasBeenActive === false;
    if (isFresh) apply();
    else readyUpdate.set(apply);
  });
  const registration = await workbox.register().catch(() => undefined);
  if (!registration) return;
  checkOnReturn(registration);
  const { keepCodeAhead } = await import("./keep_code.ts");
  keepCodeAhead();
}

function hasLoaded(): Promise<void> {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((loaded) => addEventListener("load", () => loaded(), { once: true }));
}

function checkOnReturn(registration: ServiceWorkerRegistration): void {
  let checkedAt = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState !== "visible" || !isOnline() || Date.now() - checkedAt < CHECK_EVERY_MS) return;
    checkedAt = Date.now();
    registration.update().catch(() => undefined);
  });
}
