import { savesData } from "../lib/data_saver.ts";
import { getSession } from "../lib/session.ts";
import { isInstalled } from "./install.ts";

const REST_MS = 5_000;

/**
 * Once the page has nothing to do, the worker stores the screens that it did not store at the start, so that they open
 * without a network, too: for who is logged in or has installed the app, and not where data is dear.
 */
export function keepCodeAhead(): void {
  setTimeout(() => {
    if (savesData() || !(isInstalled() || getSession())) return;
    const ask = () =>
      void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ type: "KEEP_CODE" }));
    if ("requestIdleCallback" in globalThis) requestIdleCallback(ask, { timeout: 30_000 });
    else ask();
  }, REST_MS);
}
