import * as z from "zod/mini";
import { MAX_GIFT_MESSAGE } from "./gift_tiers.ts";
import { Id } from "./ids.ts";
import { WITHDRAWAL_STATUSES } from "./wallet.ts";

const MESSAGE_TOO_LONG = `Your message is too long: at most ${MAX_GIFT_MESSAGE} characters`;

/** To an artist, or for a track and so to its artist. `amount` in dollars, as the documents show it. */
export const SendGiftRequest = z.object({
  artistId: z.optional(Id),
  trackId: z.optional(Id),
  amount: z.number("Please enter a valid amount").check(z.positive("Please enter a valid amount")),
  message: z._default(
    z.string().check(z.trim(), z.maxLength(MAX_GIFT_MESSAGE, MESSAGE_TOO_LONG)),
    "",
  ),
  method: z.enum(["card", "tokens"], "Please choose card or tokens"),
  /** Whether the artist sees who gives: the first name, or the artist's name of who is one. */
  isNamed: z._default(z.boolean(), false),
  callbackUrl: z.optional(z.string()),
}).check(
  z.refine(({ artistId, trackId }) => (artistId ?? trackId) !== undefined, {
    error: "Please choose an artist or a track",
    path: ["artistId"],
  }),
);
export type SendGiftRequest = z.infer<typeof SendGiftRequest>;
/** What a client may leave out is optional. */
export type SendGiftInput = z.input<typeof SendGiftRequest>;

const gift = {
  id: z.string(),
  amount: z.number(),
  naira: z.number(),
  date: z.string(),
  message: z.string(),
  tier: z.string(),
  method: z.enum(["card", "tokens"]),
  track: z.optional(z.object({ _id: z.string(), title: z.string() })),
  thanks: z.optional(z.string()),
};

/**
 * A gift as the artist sees it. `amount` in dollars, `naira` as it was booked. One that went back to its giver stays in
 * the list and out of the sums. `sender.name` is "Anonymous" unless the giver chose to be named; of who has left, the
 * message is empty, too.
 */
export const ReceivedGift = z.object({
  ...gift,
  sender: z.object({ name: z.string() }),
  status: z.enum(["sent", "refunded"]),
});
export type ReceivedGift = z.infer<typeof ReceivedGift>;

/** `GET /api/v1/gifts/received`: amounts in dollars. */
export const GiftsReceived = z.object({
  gifts: z.array(ReceivedGift),
  stats: z.object({
    totalGifts: z.number(),
    totalAmount: z.number(),
    directGifts: z.number(),
    trackGifts: z.number(),
    directAmount: z.number(),
    trackAmount: z.number(),
  }),
});
export type GiftsReceived = z.infer<typeof GiftsReceived>;

/** `GET /api/v1/gifts/sent`: `started` ones are not paid yet, and `reference` is what to verify. */
export const SentGift = z.object({
  ...gift,
  artistId: z.string(),
  artist: z.string(),
  isNamed: z.boolean(),
  status: z.enum(["started", "sent", "refunded"]),
  reference: z.optional(z.string()),
});
export type SentGift = z.infer<typeof SentGift>;

/**
 * Where a part of a gift went, in tokens. A gift leaves with the payouts that took the artist's balance when its turn
 * came: first in, first out.
 */
export const GiftPartShown = z.object({
  to: z.enum(["payout", "balance", "spent", "given_back"]),
  tokens: z.number(),
  /** Of a payout: the withdrawal, how it stands, and the provider's reference once there is one. */
  withdrawalId: z.optional(z.string()),
  status: z.optional(z.enum(WITHDRAWAL_STATUSES)),
  reference: z.optional(z.string()),
  date: z.optional(z.string()),
});
export type GiftPartShown = z.infer<typeof GiftPartShown>;

/** `GET /api/v1/gifts/payouts`: the newest gifts with their parts, and in tokens where all gifts went. */
export const GiftPayouts = z.object({
  gifts: z.array(z.extend(ReceivedGift, { parts: z.array(GiftPartShown) })),
  totals: z.object({
    received: z.number(),
    paidOut: z.number(),
    underWay: z.number(),
    inBalance: z.number(),
    spent: z.number(),
    givenBack: z.number(),
  }),
});
export type GiftPayouts = z.infer<typeof GiftPayouts>;

export const ThanksRequest = z.object({
  message: z.string("Please write a few words").check(
    z.trim(),
    z.minLength(1, "Please write a few words"),
    z.maxLength(MAX_GIFT_MESSAGE, MESSAGE_TOO_LONG),
  ),
});
