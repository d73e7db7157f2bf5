import { as, callsOf } from "./call.ts";
import type { ClaimedPremium, OfferedPremium, PremiumGiftCheckout, PremiumGifts } from "../premium_gifts.ts";
import { GiftedPerson, GivePremiumRequest } from "../requests/premium_gifts.ts";
import { InitializePaymentRequest, VerifyPaymentRequest } from "../requests/subscriptions.ts";
import type {
  InitializePaymentAnswer,
  PayPerViewAnswer,
  PremiumUse,
  SubscriptionHistory,
  VerifyPaymentAnswer,
} from "../subscriptions.ts";

const payment = callsOf("Payments");

export const paystackWebhook = payment("POST /api/v1/paystack/webhook", {
  does: "Where Paystack reports, signed by it",
  who: "everyone",
});

export const listPremiumGifts = payment("GET /api/v1/premium-gifts", {
  does: "Premium that you gave, with the links of who has not taken it yet",
  who: "user",
  answers: as<PremiumGifts>(),
});

export const givePremium = payment("POST /api/v1/premium-gifts", {
  does: "Start a payment for Premium for one to five others",
  who: "user",
  body: GivePremiumRequest,
  answers: as<PremiumGiftCheckout>(),
});

export const verifyPremiumGift = payment("POST /api/v1/premium-gifts/verify", {
  does: "Check a payment for Premium for others",
  who: "user",
  body: VerifyPaymentRequest,
});

export const mailPremiumSeat = payment("POST /api/v1/premium-gifts/:reference/seats/:seat/mail", {
  does: "Mail a link of Premium again",
  who: "user",
  answers: as<{ message: string }>(),
});

export const changePremiumSeat = payment("PUT /api/v1/premium-gifts/:reference/seats/:seat", {
  does: "Correct the recipient of Premium before it is accepted",
  who: "user",
  body: GiftedPerson,
  answers: as<{ message: string }>(),
});

export const getPremiumGift = payment("GET /api/v1/premium-gifts/claim/:token", {
  does: "What a link of Premium gives",
  who: "anyone",
  answers: as<OfferedPremium>(),
  shows: ["premiumGift"],
});

export const claimPremiumGift = payment("POST /api/v1/premium-gifts/claim/:token", {
  does: "Take the Premium of a link",
  who: "user",
  answers: as<ClaimedPremium>(),
});

export const startPremiumPayment = payment("POST /api/v1/paystack/initialize", {
  does: "Start a payment for Premium",
  who: "user",
  body: InitializePaymentRequest,
  answers: as<InitializePaymentAnswer>(),
});

export const verifyPremiumPayment = payment("POST /api/v1/paystack/verify", {
  does: "Check a payment for Premium",
  who: "user",
  body: VerifyPaymentRequest,
  answers: as<VerifyPaymentAnswer>(),
});

export const cancelPremium = payment("POST /api/v1/subscription/cancel", {
  does: "Cancel Premium at the end of its time",
  who: "user",
});

export const subscriptionHistory = payment("GET /api/v1/history", {
  does: "Your payments",
  who: "user",
  answers: as<SubscriptionHistory>(),
});

export const premiumUse = payment("GET /api/v1/premium-use", {
  does: "What Premium has been worth to the caller so far",
  who: "user",
  answers: as<PremiumUse>(),
});

export const payPerView = payment("POST /api/v1/pay-per-view", {
  does: "Buy an extra play",
  who: "user",
  answers: as<PayPerViewAnswer>(),
});
