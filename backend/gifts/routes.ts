import { Hono } from "hono";
import { openPersonsOf } from "../accounts/commands_person.ts";
import { callbackFor } from "../contract/callback.ts";
import {
  type GiftsReceived,
  giftTier,
  type ReceivedGift,
  SendGiftRequest,
  type SentGift,
  ThanksRequest,
} from "../contract/gifts.ts";
import { Id } from "../contract/ids.ts";
import { tokensOf } from "../contract/money.ts";
import { Refusal } from "../contract/refusal.ts";
import { VerifyPaymentRequest } from "../contract/subscriptions.ts";
import type { Deps } from "../deps.ts";
import { takeTurn } from "../http/rate_limit.ts";
import { commandIdOf, metadataOf } from "../http/request_id.ts";
import { requireAdmin, requireCreator, requireUser } from "../http/session.ts";
import { jsonBody, parseBy } from "../http/validate.ts";
import { findCreators } from "../../projections/creators.ts";
import { findGiftPayment, type GiftRow, giftsFrom, giftsTo, giftSums } from "../../projections/gifts.ts";
import { trackFacts } from "../../projections/tracks.ts";
import { openWords } from "./commands_words.ts";
import { refundGift, sendTokens, settleGiftPayment, startGiftPayment, thank } from "./commands_payment.ts";

const GIFTS_AN_HOUR = 60;
const PAGE = 200;

/** Gifts to artists: sent with a card or tokens, seen, thanked for, given back. */
export function giftRoutes(deps: Deps) {
  return new Hono()
    .post("/api/v1/gifts", requireUser(deps), jsonBody(SendGiftRequest), async (c) => {
      const { userId } = c.var.session;
      const request = c.req.valid("json");
      await takeTurn(deps, c, { kind: `gift ${userId}`, perHour: GIFTS_AN_HOUR });
      const metadata = metadataOf(c, userId);
      if (request.method === "tokens") {
        const { giftId, balance } = await sendTokens(deps, request, { userId, metadata, commandId: commandIdOf(c) });
        return c.json({ message: "Your gift was sent", giftId, newBalance: tokensOf(balance) }, 201);
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
    .post("/api/v1/gifts/verify", requireUser(deps), jsonBody(VerifyPaymentRequest), async (c) => {
      const { reference } = c.req.valid("json");
      const gift = await findGiftPayment(deps.store.sql, reference);
      if (gift?.giverId !== c.var.session.userId) throw new Refusal("payment_not_found", "Failed to verify payment");
      const outcome = gift.status === "sent" ? "paid" : await settleGiftPayment(deps, reference);
      if (outcome !== "paid") throw new Refusal("payment_unpaid", "Your payment is not complete yet");
      return c.json({ message: "Your gift was sent", giftId: gift.giftId }, 200);
    })
    .get(
      "/api/v1/gifts/received",
      requireCreator(deps),
      async (c) => c.json(await received(deps, c.var.session.userId), 200),
    )
    .get("/api/v1/gifts/sent", requireUser(deps), async (c) => {
      return c.json({ gifts: await sent(deps, c.var.session.userId) }, 200);
    })
    .post("/api/v1/gifts/:id/thanks", requireCreator(deps), jsonBody(ThanksRequest), async (c) => {
      const { userId: artistId } = c.var.session;
      const giftId = parseBy(Id, c.req.param("id"));
      const { message } = c.req.valid("json");
      await thank(deps, { giftId, artistId, message, metadata: metadataOf(c, artistId) });
      return c.json({ message: "Your thanks were sent" }, 200);
    })
    .post("/api/v1/admin/gifts/:id/refund", requireAdmin(deps), async (c) => {
      const done = await refundGift(deps, parseBy(Id, c.req.param("id")), metadataOf(c, c.var.session.userId));
      const message = done === "refunded" ? "The gift was given back" : "Paystack was asked to give the money back";
      return c.json({ message }, done === "refunded" ? 200 : 202);
    });
}

export type GiftApi = ReturnType<typeof giftRoutes>;

async function received(deps: Deps, artistId: string): Promise<GiftsReceived> {
  const { sql } = deps.store;
  const [rows, sums] = await Promise.all([giftsTo(sql, artistId, PAGE), giftSums(sql, artistId)]);
  const [givers, words, tracks] = await Promise.all([
    openPersonsOf(deps, [...new Set(rows.map((row) => row.giverId))]),
    openWords(deps, rows),
    trackFacts(sql, [...new Set(rows.flatMap((row) => row.trackId ?? []))]),
  ]);
  const { directGifts, trackGifts, directCents, trackCents } = sums;
  return {
    gifts: rows.map((row): ReceivedGift => {
      const { firstName = "", lastName = "" } = givers.get(row.giverId) ?? {};
      const track = row.trackId === undefined ? undefined : tracks.get(row.trackId);
      const { message = "", thanks } = words.get(row.giftId) ?? {};
      return {
        id: row.giftId,
        sender: { name: `${firstName} ${lastName}`.trim() || "Somebody" },
        ...sumsOf(row),
        date: new Date(row.at).toISOString(),
        message,
        tier: giftTier(row.cents / 100),
        method: row.method,
        ...(row.trackId && { track: { _id: row.trackId, title: track?.title ?? "Removed track" } }),
        ...(thanks !== undefined && { thanks }),
      };
    }),
    stats: {
      ...{ totalGifts: directGifts + trackGifts, totalAmount: (directCents + trackCents) / 100 },
      ...{ directGifts, trackGifts, directAmount: directCents / 100, trackAmount: trackCents / 100 },
    },
  };
}

async function sent(deps: Deps, giverId: string): Promise<SentGift[]> {
  const { sql } = deps.store;
  const rows = await giftsFrom(sql, giverId, PAGE);
  const [artists, words] = await Promise.all([
    findCreators(sql, [...new Set(rows.map((row) => row.artistId))]),
    openWords(deps, rows),
  ]);
  return rows.map((row): SentGift => {
    const { message = "", thanks } = words.get(row.giftId) ?? {};
    return {
      ...{ id: row.giftId, artistId: row.artistId, artist: artists.get(row.artistId)?.name ?? "" },
      ...sumsOf(row),
      ...{ date: new Date(row.at).toISOString(), message, method: row.method, status: row.status },
      ...(thanks !== undefined && { thanks }),
    };
  });
}

function sumsOf({ cents, units }: GiftRow): { amount: number; naira: number } {
  return { amount: cents / 100, naira: units / 100 };
}
