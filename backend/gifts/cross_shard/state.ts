import type { GiftEvent } from "../events.ts";
import type { Gift } from "../state.ts";
import type { BetweenEvent } from "./events.ts";

/** A gift from another shard as its artist's shard knows it. */
export interface Arrival {
  readonly units: number;
  readonly isTakenBack: boolean;
}

/** What the events add up to. */
export function evolve(state: Arrival | undefined, { type, data }: BetweenEvent): Arrival | undefined {
  if (type === "GiftArrived") return { units: data.units, isTakenBack: false };
  return state && { ...state, isTakenBack: true };
}

/** What the giver's shard notes of tokens that come back: once. */
export function decideReturn(
  gift: Gift | undefined,
  { giftId, takenUnits, owedUnits }: { giftId: string; takenUnits: number; owedUnits: number },
): GiftEvent[] {
  if (gift?.status !== "sent" || gift.method !== "tokens") return [];
  return [{ type: "GiftRefunded", data: { giftId, takenUnits, owedUnits } }];
}
