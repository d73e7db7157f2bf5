/** What became of a refund: the tokens are back, the provider was asked, or an admin on another side has to confirm it. */
export type RefundState = "returned" | "asked" | "waiting";

/** `POST /api/v1/admin/gifts/:id/refund`. */
export interface RefundAnswer {
  message: string;
  state: RefundState;
}

/** `GET /api/v1/admin/gifts/stopped`: gifts of tokens that wait for an admin; without a decision they settle at `endsAt`. */
export interface StoppedGifts {
  gifts: {
    giftId: string;
    tokens: number;
    giverId: string;
    /** An artist's name is public. */
    artist: { userId: string; name: string };
    givenAt: string;
    stoppedAt: string;
    stoppedBy: "giver" | "admin";
    endsAt: string;
    /** An admin has proposed to let it go: one on another side has to confirm it. */
    isWaiting?: true;
  }[];
}
