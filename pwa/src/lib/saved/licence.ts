import type { OfflineLicence, TasteSongs } from "@contract/offline.ts";

/** What the device keeps of the last check. Moments in epoch ms of the service's clock. */
export interface KeptLicence {
  userId: string;
  /** Signed by the service; empty when it gave none. */
  licence: string;
  until: number;
  checkedAt: number;
  /** How far the device's clock was behind at the check. */
  skewMs: number;
  /** The latest moment that was ever seen on this device since: a clock that is set back never gives time back. */
  seenAt: number;
  /** The service said that Premium is over. */
  hasEnded: boolean;
  /** Without Premium: the few songs that may be saved, and no others play. */
  taste?: Taste | undefined;
  /** Songs that were removed here and that the service is still to be told of. */
  removed?: readonly string[] | undefined;
  /** Saved songs that may not be played now, by the service's last answer. */
  withheld?: readonly string[] | undefined;
}

export interface Taste {
  limit: number;
  /** The songs that play. */
  trackIds: readonly string[];
}

/** Why saved music does not play. */
export type Lock = "premium_ended" | "expired" | "clock_back" | "unchecked" | "withheld";

/** Clocks are corrected by a little all the time. */
const CLOCK_SLACK_MS = 5 * 60_000;
/** After this time a device that is online checks again. */
const CHECK_EVERY_MS = 6 * 3_600_000;
/** Who has no Premium is not asked about all the time. */
const CHECK_ENDED_MS = 10 * 60_000;

/** Decides whether saved music plays now; undefined means that it does. `wallNow`: the device's clock, epoch ms. */
export function lockOf(kept: KeptLicence | undefined, wallNow: number): Lock | undefined {
  if (!kept) return "unchecked";
  if (kept.hasEnded) return "premium_ended";
  const now = wallNow + kept.skewMs;
  if (now < kept.seenAt - CLOCK_SLACK_MS) return "clock_back";
  return Math.max(now, kept.seenAt) >= kept.until ? "expired" : undefined;
}

/** Why a saved song does not play: it is hidden now; or without Premium only the few free ones play. */
export function lockOfTrack(kept: KeptLicence | undefined, wallNow: number, trackId: string): Lock | undefined {
  const isLeftOut = kept?.taste && !kept.taste.trackIds.includes(trackId);
  const isWithheld = kept?.withheld?.includes(trackId);
  return lockOf(kept, wallNow) ?? (isWithheld ? "withheld" : isLeftOut ? "premium_ended" : undefined);
}

/** The service has checked: the licence counts from its clock. */
export function afterCheck(
  userId: string,
  answer: OfflineLicence,
  { wallNow, removed, withheld = [] }: {
    wallNow: number;
    removed?: readonly string[] | undefined;
    withheld?: readonly string[] | undefined;
  },
): KeptLicence {
  const { licence, until, now, kind, limit = 0, songs = [] } = answer;
  const taste = kind === "taste" ? { taste: tasteOf({ limit, songs }) } : {};
  const checked = { checkedAt: now, skewMs: now - wallNow, seenAt: now, hasEnded: false };
  const left = { ...(removed && removed.length > 0 && { removed }), ...(withheld.length > 0 && { withheld }) };
  return { userId, licence, until, ...checked, ...taste, ...left };
}

/** What plays of the songs that were saved without Premium. */
export function tasteOf({ limit, songs }: TasteSongs): Taste {
  return { limit, trackIds: songs.filter(({ isRemoved }) => !isRemoved).map(({ trackId }) => trackId) };
}

/** The service has refused: nothing is deleted, and nothing plays until it agrees again. */
export function afterRefusal(userId: string, kept: KeptLicence | undefined, wallNow: number): KeptLicence {
  const none = { userId, licence: "", until: 0, skewMs: 0, seenAt: 0 };
  return { ...none, ...kept, checkedAt: wallNow + (kept?.skewMs ?? 0), licence: "", hasEnded: true };
}

/** Time has passed on this device; the same object when that says nothing new. */
export function afterTime(kept: KeptLicence, wallNow: number): KeptLicence {
  const now = wallNow + kept.skewMs;
  return now > kept.seenAt ? { ...kept, seenAt: now } : kept;
}

/** Whether the service is to be asked again, where it can be reached. */
export function needsCheck(kept: KeptLicence | undefined, wallNow: number): boolean {
  if (!kept) return true;
  const sinceMs = Math.abs(wallNow + kept.skewMs - kept.checkedAt);
  if (kept.hasEnded) return sinceMs > CHECK_ENDED_MS;
  return lockOf(kept, wallNow) !== undefined || sinceMs > CHECK_EVERY_MS;
}

/** What the listener is told; of a check that found Orin out of order, that it may work in a minute. */
export function lockText(lock: Lock, isOnline: boolean): string {
  const isOrins = isOnline && (lock === "unchecked" || lock === "expired");
  return isOrins ? "Orin could not check your Premium just now. Try again in a minute." : LOCK_TEXTS[lock];
}

const LOCK_TEXTS: Readonly<Record<Lock, string>> = {
  premium_ended:
    "Your saved music is locked because your Premium has ended. Nothing was deleted: renew Premium to play it again.",
  expired: "Your saved music is locked because Orin could not check your Premium. Go online once to play it again.",
  clock_back: "Your saved music is locked because this device's clock was set back. Go online once to play it again.",
  withheld: "This song is not on Orin at the moment. It plays again when it comes back.",
  unchecked: "Your saved music is locked until Orin has checked your Premium. Go online once to play it.",
};
