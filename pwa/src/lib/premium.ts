import { getFreePlays } from "@contract/calls/listening.ts";
import { ask } from "./ask.ts";
import { getSession, subscribeSession, useSession } from "./session.ts";
import { createStore, useStore } from "./store.ts";

const KEY = "orin.premium";
const FREE = "free:";
const ASK_AFTER_MS = 3_600_000;

/** The user who was last known to have Premium, and the one known to be without; what they get, the service decides. */
const premiumUser = createStore("");
const freeUser = createStore("");
let askedFor = "";
let askedAt = 0;

readKept(globalThis.localStorage?.getItem(KEY));

/** Whether the one who is logged in has Premium, as far as this device knows. */
export function isPremium(): boolean {
  const userId = getSession()?.userId;
  return userId !== undefined && premiumUser.get() === userId;
}

/** The same in a component. */
export function useIsPremium(): boolean {
  useStore(premiumUser);
  useSession();
  return isPremium();
}

/** Whether Premium may be offered: to visitors, and to who is known to be without it. Never while that is unknown. */
export function useOffersPremium(): boolean {
  const session = useSession();
  const free = useStore(freeUser);
  return session === null || free === session.userId;
}

/** Calls back when Premium comes or ends. Returns how to stop. */
export function subscribePremium(listener: () => void): () => void {
  return premiumUser.subscribe(listener);
}

/** Asks the service now and at each log-in; other tabs tell what they learn. Call after the first screen. */
export function watchPremium(): void {
  addEventListener("storage", (event) => {
    if (event instanceof StorageEvent && event.key === KEY) readKept(event.newValue);
  });
  subscribeSession(() => void askPremium());
  void askPremium();
}

/** At most once an hour for the same user. */
export async function askPremium({ anew = false } = {}): Promise<void> {
  const userId = getSession()?.userId;
  if (!userId) return;
  if (!anew && askedFor === userId && Date.now() - askedAt < ASK_AFTER_MS) return;
  try {
    const { isSubscribed } = await ask(getFreePlays);
    // A person who has logged out by now leaves no trace.
    if (getSession()?.userId !== userId) return;
    [askedFor, askedAt] = [userId, Date.now()];
    notePremium(userId, isSubscribed);
  } catch {
    // Then what was known before holds.
  }
}

/** Remembers what an answer of the service said about the user. */
export function notePremium(userId: string | undefined, isSubscribed: boolean): void {
  if (!userId || userId !== getSession()?.userId) return;
  const next = isSubscribed ? userId : FREE + userId;
  localStorage.setItem(KEY, next);
  readKept(next);
}

function readKept(kept: string | null | undefined): void {
  const isFree = kept?.startsWith(FREE) ?? false;
  premiumUser.set(isFree ? "" : kept ?? "");
  freeUser.set(isFree ? kept?.slice(FREE.length) ?? "" : "");
}
