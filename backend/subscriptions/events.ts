/** Premium for a stretch of time [from, until), epoch ms. `reference` names what was paid: one grant a reference. */
export type SubscriptionGranted = {
  readonly type: "SubscriptionGranted";
  readonly data: {
    readonly userId: string;
    readonly from: number;
    readonly until: number;
    readonly reference: string;
  };
};

/** Premium ends at once, whatever was granted: the payment was taken back. */
export type SubscriptionEnded = {
  readonly type: "SubscriptionEnded";
  readonly data: { readonly userId: string; readonly endedAt: number };
};

export type SubscriptionEvent = SubscriptionGranted | SubscriptionEnded;

export function subscriptionStream(userId: string): string {
  return `subscription/${userId}`;
}
