import type { Quality } from "./listening.ts";

/** So long saved music plays without asking the service. */
export const OFFLINE_LICENCE_MS = 14 * 24 * 3_600_000;

/** So many songs a listener without Premium may have saved, on all devices together. */
export const TASTE_SONGS = 5;
/** A song that was saved without Premium keeps its place so long, also when it was removed: else five were endless. */
export const TASTE_SWAP_MS = 7 * 24 * 3_600_000;
/** On so many devices they may play at a time. */
export const TASTE_DEVICES = 3;

/** What a device may play: all that it has saved, or the few songs that everyone may save. */
export type LicenceKind = "premium" | "taste";

/** A song that was saved without Premium. Moments in epoch ms. */
export interface TasteSong {
  readonly trackId: string;
  readonly savedAt: number;
  /** It may no longer be played, and keeps its place until `freeAt`. */
  readonly isRemoved: boolean;
  /** From then on another song may take its place, once it is removed. */
  readonly freeAt: number;
}

/** `GET /api/v1/offline-licence?deviceId=&taste=`. Moments in epoch ms of the service's clock. */
export interface OfflineLicence {
  /** Signed by the service; opens `GET /api/v1/offline-copy/:trackId`. */
  readonly licence: string;
  readonly deviceId: string;
  readonly issuedAt: number;
  /** Saved music locks from then on, until the next check. */
  readonly until: number;
  /** The service's clock now: the device's own may be wrong. */
  readonly now: number;
  readonly kind: LicenceKind;
  /** Of a taste: how many songs, and which; no others may be saved or played. */
  readonly limit?: number;
  readonly songs?: readonly TasteSong[];
}

/** `POST /api/v1/saved-songs/withheld`: of the songs that a device has saved those that may not be played now. */
export interface WithheldSongs {
  readonly withheld: readonly string[];
}

/** `PUT` and `DELETE /api/v1/saved-songs/:trackId`: the songs that are saved without Premium, after the change. */
export interface TasteSongs {
  readonly limit: number;
  readonly songs: readonly TasteSong[];
}

/** `GET /api/v1/offline-copy/:trackId?licence=&quality=`: what makes a file whole. */
export interface OfflineCopy {
  /** Honours Range; ends with `expiresAt` (epoch ms). */
  readonly url: string;
  readonly expiresAt: number;
  readonly quality: Quality;
  readonly bytes: number;
  /** Of the whole file, in hex. */
  readonly sha256: string;
  readonly contentType: string;
}
