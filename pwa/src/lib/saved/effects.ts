import { dropSavedSong, findWithheldSongs, offlineCopy, offlineLicence, saveSong } from "@contract/calls/catalogue.ts";
import { getLyrics as getLyricsCall } from "@contract/calls/uploads.ts";
import { ask } from "../ask.ts";
import type { Lyrics } from "@contract/lyrics.ts";
import type { Quality } from "@contract/listening.ts";
import type { OfflineCopy, OfflineLicence, TasteSongs } from "@contract/offline.ts";
import { deviceId } from "../device_id.ts";
import { SAVED_CACHE } from "./saved_cache.ts";

/** Whole files by path, so that the worker finds them. */
interface SavedFiles {
  put(path: string, file: Response): Promise<void>;
  /** Bytes of the file, undefined when it is not there. */
  size(path: string): Promise<number | undefined>;
  delete(path: string): Promise<void>;
  /** All that are there. */
  paths(): Promise<Set<string>>;
}

/** Everything outside that the library touches. */
export interface SavedEffects {
  files: SavedFiles;
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Rejects with an `ApiError`. */
  getLicence(): Promise<OfflineLicence>;
  /** Gives a song one of the few places without Premium, or gives it back. Rejects with an `ApiError`. */
  changeTaste(trackId: string, wanted: boolean): Promise<TasteSongs>;
  /** Of these songs those that may not be played now. Rejects with an `ApiError`. */
  findWithheld(trackIds: readonly string[]): Promise<readonly string[]>;
  getCopy(trackId: string, asked: { licence: string; quality: Quality }): Promise<OfflineCopy>;
  getLyrics(trackId: string): Promise<Lyrics | null>;
  sha256(file: Blob): Promise<string>;
  /** Device clock, epoch ms. */
  now(): number;
  random(): number;
  /** Runs while no other tab does; immediately or later. */
  alone(work: () => Promise<void>): Promise<void>;
}

/** The browser's own. */
export function browserEffects(): SavedEffects {
  return {
    files: cacheFiles(),
    fetch: (url, init) => fetch(url, init),
    getLicence: () => ask(offlineLicence, { query: { deviceId: deviceId(), taste: true } }),
    changeTaste: (trackId, wanted) => ask(wanted ? saveSong : dropSavedSong, { trackId }),
    findWithheld: async (trackIds) => (await ask(findWithheldSongs, { body: { trackIds } })).withheld,
    getCopy: (trackId, asked) => ask(offlineCopy, { trackId, query: asked }),
    getLyrics: async (trackId) => (await ask(getLyricsCall, { trackId, withToken: false })).lyrics,
    async sha256(file) {
      const hash = await crypto.subtle.digest("SHA-256", await file.arrayBuffer());
      return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    },
    now: () => Date.now(),
    random: () => Math.random(),
    alone: async (work) => {
      if (navigator.locks) await navigator.locks.request("orin-saved", work);
      else await work();
    },
  };
}

function cacheFiles(): SavedFiles {
  const open = () => caches.open(SAVED_CACHE);
  return {
    put: async (path, file) => await (await open()).put(path, file),
    async size(path) {
      const file = await (await open()).match(path);
      return file && (await file.blob()).size;
    },
    delete: async (path) => void await (await open()).delete(path),
    async paths() {
      const requests = await (await open()).keys();
      return new Set(requests.map(({ url }) => new URL(url).pathname));
    },
  };
}
