import type { Track } from "@contract/catalogue.ts";
import type { Quality } from "@contract/listening.ts";
import type { Lyrics } from "@contract/lyrics.ts";
import { ApiError } from "../api_error.ts";
import { createStore, type Store } from "../store.ts";
import type { SavedDatabase } from "./database.ts";
import { downloadTrack } from "./download.ts";
import type { SavedEffects } from "./effects.ts";
import type { Lock, Taste } from "./licence.ts";
import { LicenceKeeper } from "./licence_keeper.ts";
import {
  type SavedCollection,
  savedPath,
  type SavedTrack,
  type SaveProblem,
  trackKey,
  type WantedCollection,
} from "./model.ts";

export interface SavedSnapshot {
  /** Newest first. */
  tracks: readonly SavedTrack[];
  collections: readonly SavedCollection[];
  lock: Lock | undefined;
  /** Without Premium: the few songs that play, and how many they may be. */
  taste: Taste | undefined;
  /** Songs that may not be played now: a moderator hides them. */
  withheld: readonly string[];
  /** Something is to be loaded, but only mobile data are there and the user has not agreed to use them. */
  waitsForWifi: boolean;
}

const NOTHING: SavedSnapshot = {
  ...{ tracks: [], collections: [], lock: undefined, taste: undefined },
  ...{ withheld: [], waitsForWifi: false },
};
const RETRY_MIN_MS = 2_000;
const RETRY_MAX_MS = 5 * 60_000;
/** What stopped the loading does not pass in a moment. */
const STOPPED_MS = 30_000;

/** The saved music of who is logged in: what is wanted, what has come, and whether it plays. */
export class SavedLibrary {
  readonly snapshot: Store<SavedSnapshot> = createStore(NOTHING);
  readonly licence: LicenceKeeper;
  #userId: string | undefined;
  #running: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #usesMobileData = false;

  constructor(
    readonly database: SavedDatabase,
    readonly effects: SavedEffects,
    /** Data are dear now: nothing is loaded before someone agrees. */
    readonly isMetered: () => boolean,
  ) {
    this.licence = new LicenceKeeper(database, effects);
  }

  /** Who is logged in now; the music of others stays, and is not shown. */
  async setUser(userId: string | undefined): Promise<void> {
    this.#userId = userId;
    await this.licence.setUser(userId);
    await this.refresh();
  }

  /** Reads again what another tab may have changed, and asks again for files that the browser has thrown away. */
  async refresh(): Promise<void> {
    const userId = this.#userId;
    if (userId === undefined) return this.snapshot.set(NOTHING);
    const [tracks, collections, paths] = await Promise.all([
      this.database.tracksOf(userId),
      this.database.collectionsOf(userId),
      this.effects.files.paths(),
    ]);
    const there = await Promise.all(
      tracks.map((track) =>
        track.state !== "saved" || paths.has(savedPath(track)) ? track : this.#change(track.key, lost)
      ),
    );
    if (userId !== this.#userId) return;
    this.#show({
      tracks: there.filter((track) => track !== undefined).toSorted(byNewest),
      collections: collections.toSorted((one, two) => two.addedAt - one.addedAt),
    });
  }

  /** Where the saved file of a track plays from, undefined when there is none or saved music is locked. */
  urlOf(trackId: string): string | undefined {
    const track = this.snapshot.get().tracks.find((one) => one.trackId === trackId);
    return track?.state === "saved" && !this.licence.lockOfTrack(trackId) ? savedPath(track) : undefined;
  }

  /** Wants tracks on this device, in the order in which they are given; what is there already stays. */
  async save(tracks: readonly Track[], quality: Quality, collection?: Omit<WantedCollection, "tracks">) {
    const userId = this.#userId;
    if (userId === undefined) return;
    const now = this.effects.now();
    const collectionKey = collection && `${userId}/${collection.kind}/${collection.id}`;
    if (collection && collectionKey) {
      const trackIds = tracks.map((track) => track._id);
      await this.database.putCollection({ ...collection, key: collectionKey, userId, trackIds, addedAt: now });
    }
    for (const [place, track] of tracks.entries()) {
      const fresh = wantedTrack({ userId, track, quality, addedAt: now, place });
      await this.database.changeTrack(fresh.key, (known) => wantedFor(known ?? fresh, collectionKey ?? "track"));
    }
    await this.refresh();
    this.run();
  }

  /** Keeps what is sung in a saved track beside it, as the service says it now. */
  async keepLyrics(trackId: string, lyrics: Lyrics | null): Promise<void> {
    const track = this.snapshot.get().tracks.find((one) => one.trackId === trackId);
    const kept = track && await this.#change(track.key, (known) => ({ ...known, lyrics }));
    if (kept) this.#showTrack(kept);
  }

  /** Takes a track off the device, and out of whatever it was saved with. */
  async remove(trackId: string): Promise<void> {
    for (const collection of this.snapshot.get().collections) {
      const trackIds = collection.trackIds.filter((id) => id !== trackId);
      if (trackIds.length === 0) await this.database.deleteCollection(collection.key);
      else if (trackIds.length < collection.trackIds.length) {
        await this.database.putCollection({ ...collection, trackIds });
      }
    }
    const track = this.snapshot.get().tracks.find((one) => one.trackId === trackId);
    if (track) await this.#drop(track);
    await this.licence.removeTastes([trackId]);
    await this.refresh();
  }

  /** Takes an album or playlist off the device; what was saved for itself, or with another, stays. */
  async removeCollection(key: string): Promise<void> {
    await this.database.deleteCollection(key);
    for (const track of this.snapshot.get().tracks.filter((one) => one.wantedBy.includes(key))) {
      const wantedBy = track.wantedBy.filter((one) => one !== key);
      if (wantedBy.length === 0) await this.#drop(track);
      else await this.#change(track.key, (known) => ({ ...known, wantedBy }));
    }
    await this.refresh();
  }

  async removeAll(): Promise<void> {
    const { tracks, collections } = this.snapshot.get();
    for (const collection of collections) await this.database.deleteCollection(collection.key);
    for (const track of tracks) await this.#drop(track);
    await this.licence.removeTastes(tracks.map(({ trackId }) => trackId));
    await this.refresh();
  }

  /** Without Premium: makes a song that is here already one of the few that play. Rejects with the service's refusal. */
  async keepTaste(trackId: string): Promise<void> {
    await this.licence.keepTaste(trackId);
    await this.refresh();
  }

  /** Immediately tries all that waits or has failed; `withMobileData` agrees to use them until the page ends. */
  async retry({ withMobileData = false } = {}): Promise<void> {
    this.#usesMobileData ||= withMobileData;
    for (const { key, state } of this.snapshot.get().tracks) {
      if (state !== "saved") await this.#change(key, again);
    }
    await this.refresh();
    this.run();
  }

  /** Loads what waits, one track after another and in one tab alone. */
  run(): void {
    clearTimeout(this.#timer);
    this.#show({});
    if (!this.#next()) return this.#runLater(RETRY_MIN_MS);
    this.#running ??= this.effects.alone(() => this.#drain())
      .catch((error: unknown) => console.warn("Saved music is not loaded on", error))
      .finally(() => {
        this.#running = undefined;
        this.#show({});
        this.#runLater(STOPPED_MS);
      });
  }

  /** Waits until nothing is being loaded. */
  async settle(): Promise<void> {
    await this.#running;
  }

  async #drain(): Promise<void> {
    await this.refresh();
    for (let track = this.#next(); track; track = this.#next()) {
      if (!await this.#load(track)) return;
    }
  }

  /** False when nothing more can be loaded now. */
  async #load(track: SavedTrack): Promise<boolean> {
    const { database, effects } = this;
    if (!await this.licence.check()) return false;
    const { licence } = this.licence;
    try {
      const parts = { database, effects, licence, onProgress: (row: SavedTrack) => this.#showTrack(row) };
      const saved = await downloadTrack(parts, track);
      if (saved) this.#showTrack(saved);
      else await this.refresh();
      return true;
    } catch (error) {
      return await this.#failed(track, error);
    }
  }

  async #failed(track: SavedTrack, error: unknown): Promise<boolean> {
    const problem = problemOf(error);
    const { now, random } = this.effects;
    const changed = await this.#change(track.key, (known) => {
      if (problem) return { ...known, state: "failed", problem };
      const waitMs = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** known.attempts) * (0.5 + random() / 2);
      return { ...known, attempts: known.attempts + 1, nextAttemptAt: now() + waitMs };
    });
    if (changed) this.#showTrack(changed);
    if (isRefusal(error)) await this.licence.check({ anew: true });
    return problem === "gone" || (!problem && !isRefusal(error));
  }

  #next(): SavedTrack | undefined {
    if (this.isMetered() && !this.#usesMobileData) return undefined;
    const { taste } = this.licence;
    const due = this.#waiting().filter(({ trackId, nextAttemptAt }) => {
      return nextAttemptAt <= this.effects.now() && (!taste || taste.trackIds.includes(trackId));
    });
    return due.toSorted(byOldest)[0];
  }

  #waiting(): SavedTrack[] {
    return this.snapshot.get().tracks.filter(({ state }) => state === "waiting");
  }

  #runLater(atLeastMs: number): void {
    const soonest = Math.min(...this.#waiting().map((track) => track.nextAttemptAt));
    clearTimeout(this.#timer);
    if (!Number.isFinite(soonest)) return;
    this.#timer = setTimeout(() => this.run(), Math.max(atLeastMs, soonest - this.effects.now()));
  }

  async #drop(track: SavedTrack): Promise<void> {
    await this.database.deleteTrack(track.key);
    await this.effects.files.delete(savedPath(track));
  }

  #change(key: string, change: (known: SavedTrack) => SavedTrack): Promise<SavedTrack | undefined> {
    return this.database.changeTrack(key, (known) => known && change(known));
  }

  #showTrack(track: SavedTrack): void {
    const tracks = this.snapshot.get().tracks.map((one) => one.key === track.key ? track : one);
    this.#show({ tracks });
  }

  #show(change: Partial<SavedSnapshot>): void {
    const next = {
      ...this.snapshot.get(),
      ...change,
      lock: this.licence.lock(),
      taste: this.licence.taste,
      withheld: this.licence.withheld,
    };
    const isWaiting = next.tracks.some(({ state }) => state === "waiting");
    this.snapshot.set({ ...next, waitsForWifi: isWaiting && this.isMetered() && !this.#usesMobileData });
  }
}

/** The record of a track of which nothing is there yet. */
function wantedTrack(
  { userId, track, quality, addedAt, place }: {
    userId: string;
    track: Track;
    quality: Quality;
    addedAt: number;
    place: number;
  },
): SavedTrack {
  return {
    ...{ key: trackKey(userId, track._id), userId, trackId: track._id, track, quality, addedAt, place },
    ...{ state: "waiting", bytes: 0, doneBytes: 0, sha256: "", contentType: "", attempts: 0, nextAttemptAt: 0 },
    wantedBy: [],
  };
}

/** One more reason to keep a track. */
function wantedFor(track: SavedTrack, by: string): SavedTrack {
  const known = track.state === "saved" ? track : again(track);
  return { ...known, wantedBy: [...new Set([...known.wantedBy, by])] };
}

/** It is tried immediately. */
function again({ problem: _old, ...track }: SavedTrack): SavedTrack {
  return { ...track, state: "waiting", attempts: 0, nextAttemptAt: 0 };
}

/** The browser has thrown the file away: it is to come again. */
function lost(track: SavedTrack): SavedTrack {
  return { ...again(track), doneBytes: 0 };
}

/** What does not pass by itself. */
function problemOf(error: unknown): SaveProblem | undefined {
  if (error instanceof Error && error.name === "QuotaExceededError") return "device_full";
  if (!(error instanceof ApiError)) return undefined;
  return error.status === 404 ? "gone" : undefined;
}

/** The log-in or Premium has ended: the licence says which. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}

/** Newest first; what was added together in its order. */
function byNewest(one: SavedTrack, two: SavedTrack): number {
  return two.addedAt - one.addedAt || one.place - two.place;
}

/** The order in which tracks are loaded. */
function byOldest(one: SavedTrack, two: SavedTrack): number {
  return one.addedAt - two.addedAt || one.place - two.place;
}
