import type { Event } from "../../store/log/event.ts";

type Refund = {
  readonly giftId: string;
  /** The whole gift, with the parts of collaborators. */
  readonly units: number;
  readonly adminId: string;
};

/** Of before there was a stream of proposals, only read: an admin wanted to return a gift. */
type GiftRefundProposed = Event<"GiftRefundProposed", Refund & { readonly proposalId: string }>;

/** Only read, too: the proposal is off. */
type GiftRefundWithdrawn = Event<
  "GiftRefundWithdrawn",
  { readonly giftId: string; readonly proposalId: string; readonly adminId: string }
>;

/** A gift is to be returned. `confirmedBy` is the second admin, where one was needed. */
export type GiftRefundDecided = Event<
  "GiftRefundDecided",
  Refund & {
    readonly confirmedBy?: string;
    /** Whose booking this is; missing in refunds of before there was a stream of proposals. */
    readonly proposalId?: string;
  }
>;

export type GiftRefundEvent = GiftRefundProposed | GiftRefundWithdrawn | GiftRefundDecided;

/** The stream of what admins decide about returning a gift, in the log `social`. */
export function giftRefundStream(giftId: string): string {
  return `gift-refund/${giftId}`;
}

/** The kind of proposals about returning a gift, by its id. */
export const GIFT_REFUND = "gift_refund";
