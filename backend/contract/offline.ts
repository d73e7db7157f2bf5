import type { Quality } from "./listening.ts";

/** So long saved music plays without asking the service. */
export const OFFLINE_LICENCE_MS = 14 * 24 * 3_600_000;

/** `GET /api/v1/offline-licence?deviceId=`. Moments in epoch ms of the service's clock. */
export interface OfflineLicence {
  /** Signed by the service; opens `GET /api/v1/offline-copy/:trackId`. */
  readonly licence: string;
  readonly deviceId: string;
  readonly issuedAt: number;
  /** Saved music locks from then on, until the next check. */
  readonly until: number;
  /** The service's clock now: the device's own may be wrong. */
  readonly now: number;
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
