import * as calls from "../contract/calls/gifts.ts";
import { Routes } from "../http/routes.ts";
import { callbackFor } from "../contract/callback.ts";
import { tokensOf } from "../contract/money.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { takeTurn } from "../http/rate_limit.ts";
import { metadataOf, onceCommandOf, repeatOf } from "../http/request_id.ts";
import { settleCharge } from "../payments/charge.ts";
import { findGiftPayment } from "../../projections/gifts/gifts.ts";
import { sayWhatSettles } from "../wallet/settling/reads.ts";
import { giftCharges, sendTokens, startGiftPayment } from "./give.ts";
import { receivedGifts, sentGifts, tracedGifts } from "./reads.ts";
import { giftRefundRoutes } from "./refund/routes.ts";
import { giftStopRoutes } from "./stop/routes.ts";
import { thanksRoutes } from "./thanks/routes.ts";

const GIFTS_AN_HOUR = 60;

/** Gifts to artists: sent with a card or tokens, seen, thanked for, given back. */
export function giftRoutes(deps: Deps) {
  return new Routes(deps)
    .include(thanksRoutes(deps))
    .include(giftRefundRoutes(deps))
    .include(giftStopRoutes(deps))
    .serve(calls.sendGift, async (c) => {
      const { userId } = c.var.session;
      const request = c.req.valid("json");
      await takeTurn(deps, { kind: "gift", perHour: GIFTS_AN_HOUR, of: userId });
      const metadata = metadataOf(c, userId);
      if (request.method === "tokens") {
        const origin = { userId, metadata, ...onceCommandOf(c) };
        const given = await sayWhatSettles(deps, userId, sendTokens(deps, request, origin));
        const { giftId, balance } = given;
        const answer = { message: "Your gift was sent", giftId, newBalance: tokensOf(balance), ...repeatOf(c, given) };
        return c.json(answer, 201);
      }
      const origin = new URL(c.req.url).origin;
      const callbackUrl = callbackFor(deps.config, request.callbackUrl, { path: "/artists", origin });
      const started = await startGiftPayment(deps, request, { userId, metadata, callbackUrl });
      const { authorizationUrl: authorization_url, accessCode: access_code, reference, giftId } = started;
      return c.json({
        message: "Authorization URL created",
        giftId,
        data: { authorization_url, access_code, reference },
      }, 201);
    })
    .serve(calls.verifyGift, async (c) => {
      const { reference } = c.req.valid("json");
      const gift = await findGiftPayment(deps.store.sql, reference);
      if (gift?.giverId !== c.var.session.userId) throw new Refusal("payment_not_found", "Failed to verify payment");
      const outcome = gift.status === "sent" ? "paid" : await settleCharge(deps, giftCharges, reference);
      if (outcome !== "paid") throw new Refusal("payment_unpaid", "Your payment is not complete yet");
      return c.json({ message: "Your gift was sent", giftId: gift.giftId }, 200);
    })
    .serve(calls.receivedGifts, async (c) => c.json(await receivedGifts(deps, c.var.session.userId), 200))
    .serve(calls.traceGifts, async (c) => c.json(await tracedGifts(deps, c.var.session.userId), 200))
    .serve(calls.sentGifts, async (c) => {
      return c.json({ gifts: await sentGifts(deps, c.var.session.userId) }, 200);
    });
}
