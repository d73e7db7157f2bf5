/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { SYNC_TAG } from "./outbox/effects.ts";
import { forgetOldCode, isCode, keepAhead, keepCode } from "./worker/code.ts";
import { isCover, keepCover } from "./worker/covers.ts";
import { answerFont, bringFont, isFont } from "./worker/fonts.ts";
import { openNotice, showPush } from "./worker/push.ts";
import { answerSaved, isSavedAudio } from "./worker/saved_audio.ts";
import { SERVER_PATHS } from "./worker/server_paths.ts";
import { openOutbox } from "./outbox/outbox.ts";

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
  /** Listeners' screens that are stored later. */
  __KEPT_AHEAD: string[];
  /** The address of the app's font. */
  __FONT: string;
};

/** Background Sync is Chromium's extra nudge; TypeScript's library does not know its event. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
const keptAhead = self.__KEPT_AHEAD;

// Screens are one document; what the service itself answers, and files, pass by. Streamed audio is never touched:
// workers that catch Range requests make starts hang on iOS. Answers of the API are kept by the app, per user.
registerRoute(new NavigationRoute(createHandlerBoundToURL("/index.html"), { denylist: SERVER_PATHS }));
registerRoute(({ url, sameOrigin }) => sameOrigin && isSavedAudio(url), ({ request }) => answerSaved(request));
registerRoute(({ url, sameOrigin }) => sameOrigin && isCode(url), ({ request }) => keepCode(request));
registerRoute(({ url, sameOrigin }) => sameOrigin && isCover(url), ({ request }) => keepCover(request));
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isFont(url),
  ({ request, event }) => answerFont(request, (work) => event.waitUntil(work)),
);

self.addEventListener("message", (event) => {
  // A new version never takes over by itself: the page asks once nothing can be interrupted.
  if (event.data?.type === "SKIP_WAITING") void self.skipWaiting();
  // A page of the first visit plays saved music, too.
  if (event.data?.type === "TAKE_CHARGE") event.waitUntil(self.clients.claim());
  if (event.data?.type === "KEEP_CODE") event.waitUntil(keepAhead(keptAhead));
});

self.addEventListener("activate", (event) => event.waitUntil(forgetOldCode(keptAhead)));
// The worker answers no request before it is active, so that must not wait for a network that hangs.
self.addEventListener("activate", () => void bringFont(self.__FONT));

self.addEventListener("sync", (event) => {
  const sync = asSync(event);
  if (sync.tag === SYNC_TAG) sync.waitUntil(flushOutbox());
});

self.addEventListener("push", (event) => event.waitUntil(showPush(event.data?.text())));
self.addEventListener("notificationclick", (event) => event.waitUntil(openNotice(event.notification)));

function asSync(event: Event): SyncEvent {
  return event as SyncEvent;
}

/** Sends what waits while no page may be open. A failure is no loss: the rows stay, and the next page sends them. */
async function flushOutbox(): Promise<void> {
  const outbox = await openOutbox();
  try {
    await outbox.flush();
  } finally {
    outbox.close();
  }
}
