import { isMetered } from "../data_saver.ts";
import { isOnline, subscribeOnline } from "../connection.ts";
import { getSession, subscribeSession } from "../session.ts";
import { createStore, useStore } from "../store.ts";
import type { SavedLibrary, SavedSnapshot } from "./library.ts";

const USED_KEY = "orin.saves";
const PASS_TIME_MS = 60_000;

const snapshot = createStore<SavedSnapshot | undefined>(undefined);
let library: SavedLibrary | undefined;
let opening: Promise<SavedLibrary> | undefined;

/** The library of saved music; its code comes with the first call, so that the first screen stays small. */
export function appSaved(): Promise<SavedLibrary> {
  opening ??= open();
  opening.catch(() => opening = undefined);
  return opening;
}

/** Opens the library on a device that ever saved music. Call after the first screen. */
export function startSaved(): void {
  if (localStorage.getItem(USED_KEY) !== null) void appSaved().catch(() => undefined);
}

/** What is saved, in a component; undefined until the library is open. */
export function useSaved(): SavedSnapshot | undefined {
  return useStore(snapshot);
}

/** What is saved, as last read; undefined until then. */
export function getSaved(): SavedSnapshot | undefined {
  return snapshot.get();
}

/** Where the saved copy of a track plays from: only the worker answers there, so only where one is in charge. */
export function savedUrl(trackId: string): string | undefined {
  return navigator.serviceWorker?.controller ? library?.urlOf(trackId) : undefined;
}

async function open(): Promise<SavedLibrary> {
  const [{ SavedLibrary }, { SavedDatabase }, { browserEffects }] = await Promise.all([
    import("./library.ts"),
    import("./database.ts"),
    import("./effects.ts"),
  ]);
  const opened = new SavedLibrary(new SavedDatabase(), browserEffects(), isMetered);
  opened.snapshot.subscribe(() => snapshot.set(opened.snapshot.get()));
  await opened.setUser(getSession()?.userId);
  snapshot.set(opened.snapshot.get());
  library = opened;
  localStorage.setItem(USED_KEY, "1");
  void takeCharge();
  follow(opened);
  return opened;
}

function follow(opened: SavedLibrary): void {
  const goOn = async () => {
    if (!isOnline() || opened.snapshot.get().tracks.length === 0) return;
    await opened.licence.check();
    opened.run();
  };
  subscribeSession(() => void opened.setUser(getSession()?.userId).then(goOn));
  subscribeOnline(() => void goOn());
  setInterval(() => void opened.licence.passTime().then(goOn), PASS_TIME_MS);
  if (typeof BroadcastChannel !== "undefined") tellTabs(opened);
  void goOn();
}

/** Tabs show what another one has saved or removed. */
function tellTabs(opened: SavedLibrary): void {
  const channel = new BroadcastChannel("orin-saved");
  let told = summaryOf(opened);
  opened.snapshot.subscribe(() => {
    const now = summaryOf(opened);
    if (now !== told) channel.postMessage(now);
    told = now;
  });
  channel.addEventListener("message", ({ data }) => {
    if (data === told) return;
    told = String(data);
    void opened.refresh();
  });
}

function summaryOf(opened: SavedLibrary): string {
  const { tracks, collections } = opened.snapshot.get();
  return [...tracks.map(({ key, state }) => `${key} ${state}`), ...collections.map(({ key }) => key)].join();
}

/** On a first visit the worker is there, but the page is not its own yet. */
async function takeCharge(): Promise<void> {
  if (!navigator.serviceWorker || navigator.serviceWorker.controller) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: "TAKE_CHARGE" });
}
