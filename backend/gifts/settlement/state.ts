import { availableAccount, settlingAccount } from "../../ledger/chart.ts";
import type { Code } from "../../ledger/codes.ts";
import type { Entry } from "../../ledger/transfer.ts";
import { STOPPED_FOR_MS, TOKENS_SETTLE_MS } from "../../contract/policy.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { HoldEvent } from "./events.ts";

/** What is left of a gift that settles; `until` in epoch ms, as until when its money is young. */
export interface HeldGift {
  readonly giftId: string;
  readonly units: number;
  readonly until: number;
  readonly youngUntil?: number | undefined;
  readonly isFrozen: boolean;
  /** Its giver or an admin has stopped it: it settles when its case ends. */
  readonly isStopped: boolean;
}

/** An artist's gifts that settle, by id. */
export type HeldGifts = ReadonlyMap<string, HeldGift>;

/** Tokens that were given settle for a while: until then their giver or an admin may stop them. */
export function heldTokens(
  { giftId, artistId, units }: Pick<HeldGift, "giftId" | "units"> & { readonly artistId: string },
  now: number,
): HoldEvent {
  return { type: "GiftHeld", data: { artistId, giftId, units, until: now + TOKENS_SETTLE_MS } };
}

export const NOTHING_HELD: HeldGifts = new Map();

/** What the events add up to. */
export function evolve(state: HeldGifts, { type, data }: HoldEvent): HeldGifts {
  const { giftId } = data;
  const gift = state.get(giftId);
  const after = new Map(state);
  switch (type) {
    case "GiftHeld":
      return after.set(giftId, {
        ...{ giftId, units: data.units, until: data.until, youngUntil: data.youngUntil },
        ...{ isFrozen: false, isStopped: false },
      });
    case "GiftSettled":
    case "HeldGiftTaken": {
      const units = (gift?.units ?? 0) - data.units;
      after.delete(giftId);
      return gift && units > 0 ? after.set(giftId, { ...gift, units }) : after;
    }
    case "HeldGiftFrozen":
    case "HeldGiftReleased":
      return gift ? after.set(giftId, { ...gift, isFrozen: type === "HeldGiftFrozen" }) : after;
    case "HeldGiftStopped":
      return gift ? after.set(giftId, { ...gift, isStopped: true, until: data.until }) : after;
    case "HeldGiftLetGo":
      return gift ? after.set(giftId, { ...gift, until: data.until }) : after;
  }
}

interface Stopping {
  readonly artistId: string;
  readonly giftId: string;
  readonly now: number;
}

/**
 * Stops tokens that settle, once: what is decided within the time of the case counts, and without a decision they settle.
 * Refuses with `gift_settled` what is not there any more, and with `already_decided` what was stopped before.
 */
export function decideStop(
  state: HeldGifts,
  { artistId, giftId, now, by }: Stopping & { readonly by: "giver" | "admin" },
): HoldEvent[] {
  const gift = state.get(giftId);
  // What is due settles with the next sweep.
  if (!gift || gift.until <= now) {
    throw new Refusal("gift_settled", "This gift has settled or gone back: it cannot be stopped any more");
  }
  if (gift.isStopped) {
    throw new Refusal("already_decided", "This gift was stopped before. It can be stopped only once.");
  }
  return [{ type: "HeldGiftStopped", data: { artistId, giftId, by, until: now + STOPPED_FOR_MS } }];
}

/** Lets a stopped gift settle now. Refuses with `gift_settled` or `already_decided` where there is nothing to decide. */
export function decideLetGo(state: HeldGifts, { artistId, giftId, now }: Stopping): HoldEvent[] {
  const gift = state.get(giftId);
  if (!gift) throw new Refusal("gift_settled", "This gift has settled or gone back already");
  if (!gift.isStopped || gift.until <= now) throw new Refusal("already_decided", "This gift is not stopped");
  return [{ type: "HeldGiftLetGo", data: { artistId, giftId, until: now } }];
}

/** What of young gifts an artist may have out, units; undefined without a proven identity: nothing. */
interface YoungOut {
  readonly outUnits: number;
  readonly mostUnits: number | undefined;
}

/**
 * The gifts that are due now, the oldest first. Young ones wait without a proven identity; with one, only so much of them
 * may be out at a time.
 */
export function dueGifts(state: HeldGifts, { now, outUnits, mostUnits }: YoungOut & { now: number }): Set<string> {
  const due = new Set<string>();
  let left = mostUnits === undefined ? 0 : mostUnits - outUnits;
  const settling = [...state.values()].filter(({ until, isFrozen }) => until <= now && !isFrozen);
  for (const { giftId, units, youngUntil = 0 } of settling.sort((one, two) => one.until - two.until)) {
    if (youngUntil > now) {
      if (units > left) continue;
      left -= units;
    }
    due.add(giftId);
  }
  return due;
}

/** Settles what is due, each gift in a transfer of its own; nothing of what is frozen. */
export function decideSettling(
  state: HeldGifts,
  { artistId, isDue, transferId }: {
    readonly artistId: string;
    readonly isDue: (gift: HeldGift) => boolean;
    readonly transferId: (giftId: string) => string;
  },
): HoldEvent[] {
  return [...state.values()].filter(isDue).map(({ giftId, units }) => (
    { type: "GiftSettled", data: { artistId, giftId, units, transferId: transferId(giftId) } }
  ));
}

/** What pays for a gift that goes back, in units, by where it comes from. */
interface Taking {
  readonly held: readonly HoldEvent[];
  readonly heldUnits: number;
  readonly reservedUnits: number;
  readonly availableUnits: number;
}

/**
 * What pays for a gift that goes back: what is left of itself, then what a dispute reserved, then what is available, then the other gifts that settle,
 * the one that would settle last first. What they cannot pay the artist owes.
 */
export function decideTaking(
  state: HeldGifts,
  { artistId, giftId, units, reservedUnits, availableUnits }: {
    readonly artistId: string;
    readonly giftId: string;
    readonly units: number;
    readonly reservedUnits: number;
    readonly availableUnits: number;
  },
): Taking {
  const own = Math.min(units, state.get(giftId)?.units ?? 0);
  const reserved = Math.min(units - own, reservedUnits);
  const available = Math.min(units - own - reserved, Math.max(0, availableUnits));
  const held: HoldEvent[] = [];
  const ofHeld = units - reserved - available;
  let left = ofHeld;
  const others = [...state.values()].filter((gift) => gift.giftId !== giftId).sort((one, two) => two.until - one.until);
  for (const gift of [...[...state.values()].filter((one) => one.giftId === giftId), ...others]) {
    const taken = Math.min(left, gift.units);
    if (taken === 0) break;
    held.push({ type: "HeldGiftTaken", data: { artistId, giftId: gift.giftId, units: taken, forGiftId: giftId } });
    left -= taken;
  }
  return { held, heldUnits: ofHeld - left, reservedUnits: reserved, availableUnits: available };
}

/** A dispute freezes what is left of the gift, and its end lets it settle again. */
export function decideFreezing(
  state: HeldGifts,
  { artistId, giftId, isDisputed }: { artistId: string; giftId: string; isDisputed: boolean },
): HoldEvent[] {
  const gift = state.get(giftId);
  if (!gift || gift.isFrozen === isDisputed) return [];
  return [{ type: isDisputed ? "HeldGiftFrozen" : "HeldGiftReleased", data: { artistId, giftId } }];
}

/** The money that an event moves by itself; what was taken moves with the refund that it pays for. */
export function moveOf(event: HoldEvent): { transferId: string; code: Code; entries: Entry[] } | undefined {
  if (event.type !== "GiftSettled") return undefined;
  const { artistId, units, transferId } = event.data;
  const entries = [
    { account: settlingAccount(artistId), amount: -units },
    { account: availableAccount(artistId), amount: units },
  ];
  return { transferId, code: "gift_settled", entries };
}
