import { api } from "./api.ts";
import { getSession, subscribeSession, useSession } from "./session.ts";
import { createStore, useStore } from "./store.ts";

const KEY = "orin.premium";
const ASK_AFTER_MS = 3_600_000;

/** The user who was last known to have Premium; what they get is the service's to decide. */
const premiumUser = createStore(globalThis.localStorage?.getItem(KEY) ?? "");
let askedFor = "";
let askedAt = 0;

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

/** Calls back when that changes. Returns how to stop. */
export function subscribePremium(listener: () => void): () => void {
  return premiumUser.subscribe(listener);
}

/** Asks the service now and whenever somebody logs in, once the first screen stands; other tabs tell what they learn. */
export function watchPremium(): void {
  addEventListener("storage", (event) => {
    if (event instanceof StorageEvent && event.key === KEY) premiumUser.set(event.newValue ?? "");
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
    const isSubscribed = await api("/api/v1/free-plays", { reader: { parse: readSubscribed } });
    [askedFor, askedAt] = [userId, Date.now()];
    const next = isSubscribed ? userId : "";
    localStorage.setItem(KEY, next);
    premiumUser.set(next);
  } catch {
    // Then what was known before holds.
  }
}

function readSubscribed(value: unknown): boolean {
  return typeof value === "object" && value !== null && "isSubscribed" in value && value.isSubscribed === true;
}
