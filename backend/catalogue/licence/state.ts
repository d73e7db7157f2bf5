import { OFFLINE_LICENCE_MS } from "../../contract/offline.ts";
import { Refusal } from "../../contract/refusal.ts";

/** Within this time a device that asks again gets the licence it has. */
const SAME_WITHIN_MS = 3_600_000;

/** A stretch of time [from, until), epoch ms. */
export interface LicencedTime {
  readonly from: number;
  readonly until: number;
}

interface LicenceFacts {
  readonly now: number;
  /** When Premium ends or ended; undefined for who never had it. */
  readonly premiumUntil: number | undefined;
  /** What this device was given last. */
  readonly last: LicencedTime | undefined;
}

/**
 * Decides until when a device may play what it has saved: 14 days from now, and never longer than Premium lasts.
 * Throws Refusal `premium_only`. `isNew` is false where the last licence still says it.
 */
export function decideLicence({ now, premiumUntil = 0, last }: LicenceFacts): LicencedTime & { isNew: boolean } {
  if (premiumUntil <= now) throw new Refusal("premium_only", "Offline mode is part of Premium");
  const until = Math.min(now + OFFLINE_LICENCE_MS, premiumUntil);
  const stands = last && last.from <= now && now - last.from < SAME_WITHIN_MS && last.until <= until;
  return stands ? { ...last, isNew: false } : { from: now, until, isNew: true };
}
