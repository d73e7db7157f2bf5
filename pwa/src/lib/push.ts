import { subscribePush, unsubscribePush } from "@contract/calls/notifications.ts";
import { ask } from "./ask.ts";
import { clearPushOwner, pushOwner, setPushOwner } from "./push_owner.ts";
import { getSession } from "./session.ts";

/** Whether this browser can show pushes, and does. `blocked`: the person has to allow it in the browser itself. */
type PushState = "unsupported" | "blocked" | "off" | "on";

const WORKER_WAIT_MS = 15_000;
/** The session that the service knows this browser's subscription by. */
let toldFor: string | undefined;

/** What holds for the person who is logged in. */
export async function pushState(): Promise<PushState> {
  if (!("serviceWorker" in navigator) || !("PushManager" in globalThis) || !("Notification" in globalThis)) {
    return "unsupported";
  }
  if (Notification.permission === "denied") return "blocked";
  const isOwn = await pushOwner() === getSession()?.userId;
  return isOwn && Notification.permission === "granted" && await subscription() ? "on" : "off";
}

/** Asks the browser, subscribes and tells the service. Answers the state after it; throws when the service refuses. */
export async function enablePush(publicKey: string): Promise<PushState> {
  if (await Notification.requestPermission() !== "granted") return await pushState();
  await tell(await subscribe(publicKey));
  return "on";
}

/** This browser shows nothing any more; the service forgets it as soon as it hears of it. */
export async function disablePush(): Promise<void> {
  await clearPushOwner();
  toldFor = undefined;
  const known = await subscription();
  await known?.unsubscribe();
  if (known) await ask(unsubscribePush, { body: { endpoint: known.endpoint } });
}

/**
 * After a log-in, or when the browser has made a new subscription: tells the service of it. A subscription that another
 * person has left here ends.
 */
export async function renewPush(publicKey: () => Promise<string>): Promise<void> {
  const session = getSession();
  if (!session || toldFor === session.token || await pushState() === "unsupported") return;
  const known = await subscription();
  if (await pushOwner() !== session.userId) return void await known?.unsubscribe();
  if (Notification.permission !== "granted") return;
  await tell(known ?? await subscribe(await publicKey()));
}

async function tell(target: PushSubscription): Promise<void> {
  const session = getSession();
  if (!session) return;
  const { endpoint, keys } = target.toJSON();
  await ask(subscribePush, {
    body: { endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } },
  });
  await setPushOwner(session.userId);
  toldFor = session.token;
}

/** Where the worker could not be stored, `ready` never comes. */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, fail) => setTimeout(() => fail(new Error("There is no worker")), WORKER_WAIT_MS));
  return await Promise.race([navigator.serviceWorker.ready, late]);
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return await registration?.pushManager.getSubscription() ?? null;
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await readyWorker();
  return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}
