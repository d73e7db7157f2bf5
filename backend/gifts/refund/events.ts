type Refund = {
  readonly giftId: string;
  /** The whole gift, with the parts of collaborators. */
  readonly units: number;
  readonly adminId: string;
};

/** An admin wants to return a gift, and one on another side has to confirm it. */
type GiftRefundProposed = {
  readonly type: "GiftRefundProposed";
  readonly data: Refund & { readonly proposalId: string };
};

/** The proposal is off. */
type GiftRefundWithdrawn = {
  readonly type: "GiftRefundWithdrawn";
  readonly data: { readonly giftId: string; readonly proposalId: string; readonly adminId: string };
};

/** A gift is to be returned. `confirmedBy` is the second admin, where one was needed. */
export type GiftRefundDecided = {
  readonly type: "GiftRefundDecided";
  readonly data: Refund & { readonly confirmedBy?: string };
};

export type GiftRefundEvent = GiftRefundProposed | GiftRefundWithdrawn | GiftRefundDecided;

/** The stream of what admins decide about returning a gift, in the log `social`. */
export function giftRefundStream(giftId: string): string {
  return `gift-refund/${giftId}`;
}
