import { as, callsOf } from "./call.ts";
import type { RefundAnswer, StoppedGifts } from "../gift_refunds.ts";
import type { GiftPayouts, GiftsReceived, SendGiftAnswer, SentGift, SupporterThanks } from "../gifts.ts";
import type { ProposalAnswer } from "../proposals.ts";
import { SendGiftRequest, ThankAllRequest, ThanksRequest } from "../requests/gifts.ts";
import { VerifyPaymentRequest } from "../requests/subscriptions.ts";
import { MONEY, MONEY_READ } from "./role_groups.ts";

const payouts = callsOf("Back office: payouts and books");
const payment = callsOf("Payments");

export const refundGift = payouts("POST /api/v1/admin/gifts/:id/refund", {
  does: "Return a gift",
  who: "admin",
  roles: MONEY,
  answers: as<RefundAnswer>(),
});

export const stopGift = payment("POST /api/v1/gifts/:id/stop", {
  does: "Stop tokens that you gave, while they settle",
  who: "user",
});

export const listStoppedGifts = payouts("GET /api/v1/admin/gifts/stopped", {
  does: "Gifts of tokens that were stopped while they settle",
  who: "admin",
  roles: MONEY_READ,
  answers: as<StoppedGifts>(),
});

export const stopSettlingGift = payouts("POST /api/v1/admin/gifts/:id/stop", {
  does: "Stop a gift of tokens that settles",
  who: "admin",
  roles: MONEY,
});

export const releaseStoppedGift = payouts("POST /api/v1/admin/gifts/:id/let-go", {
  does: "Let a stopped gift settle now",
  who: "admin",
  roles: MONEY,
  answers: as<ProposalAnswer>(),
});

export const thankGiver = payment("POST /api/v1/gifts/:id/thanks", {
  does: "Thank for a gift",
  who: "team: edit",
  body: ThanksRequest,
});

export const getThanks = payment("GET /api/v1/gifts/thanks", {
  does: "What you said to all who gave, and when you can again",
  who: "team: read",
  answers: as<SupporterThanks>(),
});

export const thankAll = payment("POST /api/v1/gifts/thanks", {
  does: "Thank all who gave since the last time, once a week",
  who: "team: edit",
  body: ThankAllRequest,
  answers: as<SupporterThanks>(),
});

export const sendGift = payment("POST /api/v1/gifts", {
  does: "Send a gift to an artist",
  who: "user",
  body: SendGiftRequest,
  answers: as<SendGiftAnswer>(),
});

export const verifyGift = payment("POST /api/v1/gifts/verify", {
  does: "Check a gift's payment",
  who: "user",
  body: VerifyPaymentRequest,
});

export const receivedGifts = payment("GET /api/v1/gifts/received", {
  does: "Gifts that you received",
  who: "team: read",
  answers: as<GiftsReceived>(),
  shows: ["anonymousGifts", "namedGifts"],
});

export const traceGifts = payment("GET /api/v1/gifts/payouts", {
  does: "Which payouts your gifts went into",
  who: "creator",
  answers: as<GiftPayouts>(),
  shows: ["anonymousGifts", "namedGifts"],
});

export const sentGifts = payment("GET /api/v1/gifts/sent", {
  does: "Gifts that you sent",
  who: "user",
  answers: as<{ gifts: SentGift[] }>(),
});
