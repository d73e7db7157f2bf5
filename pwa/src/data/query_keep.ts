import { dehydrate, type DehydratedState, hydrate, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { type IDBPDatabase, openDB } from "idb";
import { outboxSnapshot } from "../lib/app_outbox.ts";
import { watchPerson } from "../lib/leave_device.ts";
import { subscribePremium } from "../lib/premium.ts";
import { getSession, subscribeSession } from "../lib/session.ts";
import { answeredHere } from "../lib/writes.ts";
import type { Write } from "../outbox/write.ts";
import { KEPT_OF_CREATORS, KEPT_ROOTS } from "./query_client.ts";

const DATABASE = "orin-queries";
const STORE = "snapshots";
const WRITE_DELAY_MS = 1_000;
const MAX_AGE_MS = 14 * 24 * 3_600_000;

interface Snapshot {
  savedAt: number;
  state: DehydratedState;
}

/**
 * Keeps the answers of the kept roots on this device, apart for every user: restores those of the present user,
 * then writes changes after a second. When another user comes, the memory is emptied first and the snapshot of
 * the one who left is deleted, at the latest at the next start.
 */
export async function keepQueries(client: QueryClient): Promise<void> {
  let owner = ownerNow();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    timer = undefined;
    void save(owner, client);
  };
  client.getQueryCache().subscribe(({ type }) => {
    if (type === "updated" && timer === undefined) timer = setTimeout(write, WRITE_DELAY_MS);
  });
  subscribeSession(() => {
    const left = owner;
    owner = ownerNow();
    if (owner === left) return;
    clearTimeout(timer);
    timer = undefined;
    client.clear();
    void forget(left);
  });
  watchPerson();
  renewAfterWrites(client);
  renewWithPremium(client);
  await restore(owner, client);
  await forgetOthers(owner);
}

function ownerNow(): string {
  return getSession()?.userId ?? "visitor";
}

async function restore(owner: string, client: QueryClient): Promise<void> {
  await attempt(async (database) => {
    const snapshot: Snapshot | undefined = await database.get(STORE, owner);
    if (!snapshot || Date.now() - snapshot.savedAt > MAX_AGE_MS || owner !== ownerNow()) return;
    const kept = snapshot.state.queries.filter(({ queryKey }) => isKept(queryKey));
    // Shown immediately, and asked for anew however young they are: a page that loads shows what is there now.
    const queries = kept.map((query) => ({ ...query, state: { ...query.state, isInvalidated: true } }));
    hydrate(client, { ...snapshot.state, queries });
  });
}

/** Of an artist for whom this tab works nothing is kept or brought back: it is not the person's own. */
function isKept([root, what]: QueryKey): boolean {
  if (root !== "creator") return KEPT_ROOTS.has(root);
  return KEPT_OF_CREATORS.has(what) && sessionStorage.getItem("orin.acting") === null;
}

async function save(owner: string, client: QueryClient): Promise<void> {
  const state = dehydrate(client, {
    // An answer whose renewal failed is still the last one there is: without a network all of them are like that.
    shouldDehydrateQuery: (query) => query.state.data !== undefined && isKept(query.queryKey),
    shouldDehydrateMutation: () => false,
  });
  for (const query of state.queries) Object.assign(query.state, { status: "success", error: null });
  await attempt((database) => database.put(STORE, { savedAt: Date.now(), state } satisfies Snapshot, owner));
}

/** The person who was logged in when the browser closed has left. */
async function forgetOthers(owner: string): Promise<void> {
  await attempt(async (database) => {
    const others = (await database.getAllKeys(STORE)).filter((key) => key !== owner);
    await Promise.all(others.map((key) => database.delete(STORE, key)));
  });
}

async function forget(owner: string): Promise<void> {
  await attempt((database) => database.delete(STORE, owner));
}

/** A cache may fail: without it screens only start empty. The handle is opened anew, because iOS drops idle ones. */
async function attempt(work: (database: IDBPDatabase) => Promise<unknown>): Promise<void> {
  try {
    const database = await openDB(DATABASE, 1, { upgrade: (fresh) => void fresh.createObjectStore(STORE) });
    try {
      await work(database);
    } finally {
      database.close();
    }
  } catch (error) {
    console.warn("The saved answers cannot be used", error);
  }
}

/** Asks again for what a write has changed, once it was sent later, by another tab or by the worker. */
function renewAfterWrites(client: QueryClient): void {
  const known = new Set<string>();
  let isFirst = true;
  outboxSnapshot.subscribe(() => {
    const fresh = (outboxSnapshot.get()?.sentWrites ?? []).filter(({ id }) => !known.has(id));
    for (const { id, payload } of fresh) {
      known.add(id);
      // What was sent before this page was opened is newer than the answers it kept, and shown over them.
      if (isFirst || answeredHere.has(id)) continue;
      for (const queryKey of keysOf(payload)) void client.invalidateQueries({ queryKey });
    }
    isFirst = outboxSnapshot.get()?.userId === undefined;
  });
}

/** Premium changes what may be heard and in which quality: every list is asked for again when it comes or ends. */
function renewWithPremium(client: QueryClient): void {
  subscribePremium(() => {
    for (const root of ["catalogue", "playlist", "search", "listening"]) {
      void client.invalidateQueries({ queryKey: [root] });
    }
  });
}

/** The answers that a write changes, by the start of their keys. */
function keysOf(write: Write): readonly QueryKey[] {
  switch (write.kind) {
    case "follow":
      return [
        ["catalogue", "following", write.artistId],
        ["catalogue", "artist", write.artistId],
        ["catalogue", "artists"],
        ["catalogue", "followed-albums"],
        ["catalogue", "home"],
      ];
    case "heart":
      return [["playlist", "hearts"]];
    case "like":
    case "comment.post":
    case "comment.edit":
    case "comment.delete":
      return [["social", "comments"]];
    case "playlist.create":
    case "playlist.change":
    case "playlist.delete":
    case "playlist.track":
      return [["playlist"]];
    default:
      return write satisfies never;
  }
}
