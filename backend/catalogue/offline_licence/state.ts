import {
  type LicenceKind,
  OFFLINE_LICENCE_MS,
  TASTE_DEVICES,
  TASTE_SONGS,
  TASTE_SWAP_MS,
  type TasteSong,
} from "../../contract/offline.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { TasteEvent } from "./events.ts";

/** Within this time a device that asks again gets the licence it has. */
const SAME_WITHIN_MS = 3_600_000;

/** A stretch of time [from, until), epoch ms, and what plays in it. */
export interface LicencedTime {
  readonly from: number;
  readonly until: number;
  readonly kind: LicenceKind;
}

interface LicenceFacts {
  readonly now: number;
  /** When Premium ends or ended; undefined for who never had it. */
  readonly premiumUntil: number | undefined;
  /** What this device was given last. */
  readonly last: LicencedTime | undefined;
  /** What the person's other devices were given last. */
  readonly others: readonly LicencedTime[];
  /** Without Premium a taste will do. */
  readonly takesTaste: boolean;
}

/**
 * Decides until when a device may play what it has saved: 14 days from now, and never longer than Premium lasts. Without
 * Premium that is a taste, where the app knows of it. Throws Refusal `premium_only`, `taste_devices`. `isNew` is false
 * where the last licence still says it.
 */
export function decideLicence(facts: LicenceFacts): LicencedTime & { isNew: boolean } {
  const { now, premiumUntil = 0, last, others, takesTaste } = facts;
  const kind = premiumUntil > now ? "premium" : "taste";
  if (kind === "taste" && !takesTaste) throw new Refusal("premium_only", "Offline mode is part of Premium");
  const isTasted = (other: LicencedTime) => other.kind === "taste" && other.until > now;
  if (kind === "taste" && others.filter(isTasted).length >= TASTE_DEVICES) {
    throw new Refusal("taste_devices", `Without Premium your saved songs play on ${TASTE_DEVICES} devices`);
  }
  const until = Math.min(now + OFFLINE_LICENCE_MS, kind === "premium" ? premiumUntil : Infinity);
  const stands = last?.kind === kind && last.from <= now && now - last.from < SAME_WITHIN_MS && last.until <= until;
  return stands ? { ...last, isNew: false } : { from: now, until, kind, isNew: true };
}

/** A song that has a place, or had it. Epoch ms. */
interface Taste {
  readonly savedAt: number;
  readonly removedAt: number | undefined;
}

export type Tastes = ReadonlyMap<string, Taste>;

/**
 * Someone without Premium saves a song, on any device: once is enough. A place is free when its song was removed and has
 * had it for 7 days. Throws Refusal `taste_full`.
 */
export function decideTaste(
  tastes: Tastes,
  { userId, trackId, now }: { userId: string; trackId: string; now: number },
): TasteEvent[] {
  const known = tastes.get(trackId);
  if (known && known.removedAt === undefined) return [];
  const places = tasteSongs(tastes, now).filter((song) => song.trackId !== trackId);
  if (places.length >= TASTE_SONGS) throw tasteFull(places);
  return [{ type: "TasteSongSaved", data: { userId, trackId, at: now } }];
}

/** Removing is always allowed. */
export function decideTasteRemoved(
  tastes: Tastes,
  { userId, trackId, now }: { userId: string; trackId: string; now: number },
): TasteEvent[] {
  const known = tastes.get(trackId);
  if (!known || known.removedAt !== undefined) return [];
  return [{ type: "TasteSongRemoved", data: { userId, trackId, at: Math.max(now, known.savedAt) } }];
}

/** A song that is saved again keeps its place for another 7 days: that never makes it free sooner. */
export function evolveTastes(tastes: Tastes, { type, data: { trackId, at } }: TasteEvent): Tastes {
  const known = tastes.get(trackId);
  if (type === "TasteSongSaved") return new Map(tastes).set(trackId, { savedAt: at, removedAt: undefined });
  return known ? new Map(tastes).set(trackId, { ...known, removedAt: at }) : tastes;
}

/** The songs that have a place now, oldest first. */
export function tasteSongs(tastes: Tastes, now: number): TasteSong[] {
  return [...tastes].map(([trackId, { savedAt, removedAt }]) => ({
    ...{ trackId, savedAt, isRemoved: removedAt !== undefined },
    freeAt: savedAt + TASTE_SWAP_MS,
  })).filter(({ isRemoved, freeAt }) => !isRemoved || freeAt > now)
    .toSorted((one, two) => one.savedAt - two.savedAt);
}

function tasteFull(places: readonly TasteSong[]): Refusal {
  const free = places.filter(({ isRemoved }) => isRemoved).map(({ freeAt }) => freeAt);
  const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "Africa/Lagos" });
  const when = free.length > 0
    ? `You can save another one from ${day.format(Math.min(...free))} on.`
    : "Remove one to make room.";
  return new Refusal("taste_full", `Without Premium you can save ${TASTE_SONGS} songs. ${when}`);
}
