/// <reference lib="webworker" />
import type { PushPayload } from "@contract/notifications.ts";
import { PUSH_CACHE, pushOwner } from "../lib/push_owner.ts";

declare const self: ServiceWorkerGlobalScope;

/** What a page is told: that there is something new, or to open a place. */
type WorkerWord = { readonly type: "NOTIFIED" } | { readonly type: "OPEN"; readonly path: string };

const SEEN = "/push-seen";
const MOST_SEEN = 50;
const ANSWER_MS = 1_000;

/**
 * Shows a push, which holds all that is shown: no network is needed. One that was shown already, or is not for who is
 * logged in here, is not shown.
 */
export function showPush(text: string | undefined): Promise<void> {
  const push = payloadOf(text);
  if (!push) return Promise.resolve();
  const show = () => showOnce(push);
  // Two that come together would each find the other not shown yet.
  before = before.then(show, show);
  return before;
}

let before = Promise.resolve();

async function showOnce(push: PushPayload): Promise<void> {
  if (await pushOwner() !== push.to) return await leave();
  const seen = await seenPushes();
  if (seen.includes(push.id)) return;
  await self.registration.showNotification(push.title, {
    body: push.body,
    tag: push.tag,
    icon: "/icon-192.png",
    lang: "en",
    data: { path: push.path },
  });
  await rememberSeen([push.id, ...seen]);
  for (const page of await pages()) page.postMessage({ type: "NOTIFIED" } satisfies WorkerWord);
}

/** Opens where a notification leads: in a page that is open, without loading it anew, else in a new one. */
export async function openNotice(notification: Notification): Promise<void> {
  notification.close();
  const path = pathOf(notification.data);
  const open = await pages();
  const page = open.find(({ visibilityState }) => visibilityState === "visible") ?? open[0];
  if (!page) return void await self.clients.openWindow(path);
  const focused = await page.focus().catch(() => page);
  if (!await ask(focused, { type: "OPEN", path })) {
    await focused.navigate(path).catch(() => self.clients.openWindow(path));
  }
}

/** A path of this site, so that no push leads elsewhere. */
function pathOf(data: unknown): string {
  const path = typeof data === "object" && data !== null && "path" in data ? data.path : undefined;
  if (typeof path !== "string" || !path.startsWith("/") || !URL.canParse(path, self.location.origin)) return "/";
  const url = new URL(path, self.location.origin);
  return url.origin === self.location.origin ? url.pathname + url.search + url.hash : "/";
}

function payloadOf(text: string | undefined): PushPayload | undefined {
  try {
    const push = JSON.parse(text ?? "");
    const texts = [push?.id, push?.tag, push?.title, push?.body, push?.path, push?.to];
    return texts.every((one) => typeof one === "string") ? push : undefined;
  } catch {
    return undefined;
  }
}

/** The page says that it goes there; one that does not is loaded anew. */
function ask(page: WindowClient, word: WorkerWord): Promise<boolean> {
  return new Promise((answered) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => answered(true);
    setTimeout(() => answered(false), ANSWER_MS);
    page.postMessage(word, [port2]);
  });
}

async function pages(): Promise<readonly WindowClient[]> {
  return await self.clients.matchAll({ type: "window", includeUncontrolled: true });
}

/** Remembers the last ones: a service that died before it noted a push sends it again. */
async function seenPushes(): Promise<string[]> {
  const cache = await caches.open(PUSH_CACHE);
  return await (await cache.match(SEEN))?.json() ?? [];
}

async function rememberSeen(ids: readonly string[]): Promise<void> {
  const cache = await caches.open(PUSH_CACHE);
  await cache.put(SEEN, new Response(JSON.stringify(ids.slice(0, MOST_SEEN))));
}

/** No person here wants pushes: the service hears of it by its next one. */
async function leave(): Promise<void> {
  await (await self.registration.pushManager.getSubscription())?.unsubscribe();
}
