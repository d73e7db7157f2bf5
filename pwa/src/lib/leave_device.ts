import { sayPersonLeft } from "./person_left.ts";
import { endSession, getSession, subscribeSession, wasForgotten } from "./session.ts";
import { personsOwn } from "./stored_here.ts";

const PERSON_KEY = "orin.person";

/**
 * Ends the session and takes everything of the person from this device but the outbox: the music stops, the player
 * closes, and lists, queue and places are gone, in every tab. For log-outs, not for sessions that expired.
 */
export async function leaveDevice(): Promise<void> {
  // First the player: what it has measured goes into the outbox while this is still the person's session.
  sayPersonLeft();
  endSession();
  await clearPerson();
}

/**
 * Follows who is here. Someone else's log-in takes away what the one before has left, whose session expired meanwhile;
 * a session that was not to be remembered has left with the browser. When the person leaves in another tab, their mark
 * goes from the storage that both share.
 */
export function watchPerson(): void {
  const meet = () => {
    const userId = getSession()?.userId;
    const before = localStorage.getItem(PERSON_KEY);
    if (userId === undefined || userId === before) return;
    if (before !== null) forgetPerson();
    localStorage.setItem(PERSON_KEY, userId);
  };
  if (wasForgotten()) forgetPerson();
  meet();
  subscribeSession(meet);
  addEventListener("storage", (event) => {
    if (event instanceof StorageEvent && event.key === PERSON_KEY && event.newValue === null) sayPersonLeft();
  });
}

function forgetPerson(): void {
  sayPersonLeft();
  void clearPerson();
}

/** Storage goes immediately, before anyone can look; databases and caches when the browser gets to it. */
async function clearPerson(): Promise<void> {
  for (const key of personsOwn("local")) localStorage.removeItem(key);
  for (const key of personsOwn("tab")) sessionStorage.removeItem(key);
  await Promise.allSettled([
    ...personsOwn("databases").map(async (name) => await deleteDatabase(name)),
    ...personsOwn("caches").map(async (name) => await globalThis.caches?.delete(name)),
    endPushes(),
    dropRecordings(),
  ]);
}

/** Of an unfinished upload: log-outs ask first. */
async function dropRecordings(): Promise<void> {
  const files = await globalThis.navigator?.storage?.getDirectory?.();
  await files?.removeEntry("orin-uploads", { recursive: true });
}

/** The next person on this browser shall get none of this one's. */
async function endPushes(): Promise<void> {
  const registration = await globalThis.navigator?.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

function deleteDatabase(name: string): Promise<void> {
  return new Promise((done) => {
    const request = indexedDB.deleteDatabase(name);
    // Blocked by another tab, it goes when that one lets go of it.
    for (const event of ["success", "error", "blocked"]) request.addEventListener(event, () => done());
  });
}
