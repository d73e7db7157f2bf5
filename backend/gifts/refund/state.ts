import type { GiftRefundDecided, GiftRefundEvent } from "./events.ts";

/** Whether a gift is to be returned. */
export interface GiftRefund {
  readonly isDecided: boolean;
}

export const NOTHING_DECIDED: GiftRefund = { isDecided: false };

/** A gift goes back once; deciding it again changes nothing. */
export function decideRefund({ isDecided }: GiftRefund, data: GiftRefundDecided["data"]): GiftRefundEvent[] {
  return isDecided ? [] : [{ type: "GiftRefundDecided", data }];
}

export function evolve(state: GiftRefund, { type }: GiftRefundEvent): GiftRefund {
  return type === "GiftRefundDecided" ? { isDecided: true } : state;
}
