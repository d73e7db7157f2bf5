import * as calls from "../../contract/calls/subscriptions.ts";
import { Routes } from "../../http/routes.ts";
import type { Context } from "hono";
import { callbackFor } from "../../contract/callback.ts";
import type { ClaimedPremium, PremiumGiftCheckout } from "../../contract/premium_gifts.ts";
import { Refusal } from "../../contract/refusal.ts";
import { VerifyPaymentRequest } from "../../contract/requests/subscriptions.ts";
import type { Deps } from "../../deps.ts";
import { takeTurn } from "../../http/rate_limit.ts";
import { metadataOf } from "../../http/request_id.ts";
import { isoTime } from "../../contract/iso_time.ts";
import { findPremiumPayment } from "../../../projections/subscriptions/premium_payments.ts";
import { seatsOf } from "../../../projections/subscriptions/premium_gifts.ts";
import { subscriptionsOf } from "../../../projections/subscriptions/subscriptions.ts";
import { assertPaid } from "../pay.ts";
import { claimPremium, correctSeat, sendAgain, startPremiumGift } from "./give.ts";
import { offeredPremium, premiumGiftsOf, seatByToken } from "./reads.ts";

const CHECKOUTS_AN_HOUR = 30;
const CLAIMS_AN_HOUR = 60;

/** Premium for others: paying for it, its links, and taking a seat. */
export function premiumGiftRoutes(deps: Deps) {
  return new Routes(deps).include(buyerRoutes(deps)).include(linkRoutes(deps));
}

function buyerRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.listPremiumGifts, async (c) => {
      return c.json(await premiumGiftsOf(deps, c.var.session.userId), 200);
    })
    .serve(calls.givePremium, async (c) => {
      const { userId } = c.var.session;
      const request = c.req.valid("json");
      await takeTurn(deps, { kind: "checkout", perHour: CHECKOUTS_AN_HOUR, of: userId });
      const origin = new URL(c.req.url).origin;
      const callbackUrl = callbackFor(deps.config, request.callbackUrl, { path: "/premium-gift", origin });
      const payer = { userId, callbackUrl, metadata: metadataOf(c, userId) };
      const { authorizationUrl: authorization_url, accessCode: access_code, reference } = await startPremiumGift(
        deps,
        request,
        payer,
      );
      const answer: PremiumGiftCheckout = {
        message: "Authorization URL created",
        data: { authorization_url, access_code, reference },
      };
      return c.json(answer, 201);
    })
    .serve(calls.verifyPremiumGift, async (c) => {
      const { reference } = c.req.valid("json");
      const payment = await findPremiumPayment(deps.store.sql, reference);
      const isGift = payment?.userId === c.var.session.userId && (await seatsOf(deps.store.sql, reference)).length > 0;
      if (!isGift) throw new Refusal("payment_not_found", "Failed to verify payment");
      await assertPaid(deps, payment);
      return c.json({ message: "Your gift is paid: we have mailed the links" }, 200);
    })
    .serve(calls.mailPremiumSeat, async (c) => {
      const { userId: giverId } = c.var.session;
      const at = seatInPath(c);
      const metadata = metadataOf(c, giverId);
      await sendAgain(deps, { ...at, shard: deps.shardOf(giverId), giverId, metadata });
      return c.json({ message: "We have sent the link again" }, 200);
    })
    .serve(calls.changePremiumSeat, async (c) => {
      const { userId: giverId } = c.var.session;
      const at = { ...seatInPath(c), shard: deps.shardOf(giverId) };
      await correctSeat(deps, { ...at, giverId, ...c.req.valid("json"), metadata: metadataOf(c, giverId) });
      return c.json({ message: "We have sent a new link there. The old one no longer works." }, 200);
    });
}

function linkRoutes(deps: Deps) {
  return new Routes(deps)
    .serve(calls.getPremiumGift, async (c) => {
      return c.json(await offeredPremium(deps, c.req.param("token"), c.var.session?.userId), 200);
    })
    .serve(calls.claimPremiumGift, async (c) => {
      const { userId: claimerId } = c.var.session;
      await takeTurn(deps, { kind: "premium gift", perHour: CLAIMS_AN_HOUR, of: claimerId });
      const at = await seatByToken(deps, c.req.param("token"));
      await claimPremium(deps, { ...at, claimerId, metadata: metadataOf(c, claimerId) });
      const until = (await subscriptionsOf(deps.store.sql, [claimerId])).get(claimerId)?.until ?? deps.now();
      const answer: ClaimedPremium = {
        message: "Premium is yours",
        subscription: { isActive: until > deps.now(), expiryDate: isoTime(until) },
      };
      return c.json(answer, 200);
    });
}

function seatInPath(c: Context): { reference: string; seat: number } {
  const reference = VerifyPaymentRequest.safeParse({ reference: c.req.param("reference") }).data?.reference;
  const seat = c.req.param("seat") ?? "";
  if (reference === undefined || !/^\d$/.test(seat)) throw new Refusal("not_found", "Gift not found");
  return { reference, seat: Number(seat) };
}
