import * as z from "zod/mini";
import { Id } from "./ids.ts";

/** Dollars. The least is what the payment provider takes, with room; the most is for a human. */
export const MIN_GIFT_CENTS = 10;
export const MAX_GIFT_CENTS = 1_000_000;

/** To an artist, or for a track and so to its artist. `amount` in dollars, as the documents show it. */
export const SendGiftRequest = z.object({
  artistId: z.optional(Id),
  trackId: z.optional(Id),
  amount: z.number("Please enter a valid amount").check(z.positive("Please enter a valid amount")),
  message: z._default(
    z.string().check(z.trim(), z.maxLength(300, "Your message is too long: at most 300 characters")),
    "",
  ),
  method: z.enum(["card", "tokens"], "Please choose card or tokens"),
  callbackUrl: z.optional(z.string()),
});
export type SendGiftRequest = z.infer<typeof SendGiftRequest>;

export const GIFT_TIERS = [
  { name: "Diamond", from: 1_000 },
  { name: "Platinum", from: 500 },
  { name: "Gold", from: 250 },
  { name: "Silver", from: 100 },
  { name: "Bronze", from: 0 },
] as const;

/** The tier of a gift by its dollars. */
export function giftTier(dollars: number): typeof GIFT_TIERS[number]["name"] {
  return GIFT_TIERS.find(({ from }) => dollars >= from)?.name ?? "Bronze";
}

/** A gift as the artist sees it. `amount` in dollars, `naira` as it was booked. */
export const ReceivedGift = z.object({
  id: z.string(),
  sender: z.object({ name: z.string() }),
  amount: z.number(),
  naira: z.number(),
  date: z.string(),
  message: z.string(),
  tier: z.string(),
  method: z.enum(["card", "tokens"]),
  track: z.optional(z.object({ _id: z.string(), title: z.string() })),
  thanks: z.optional(z.string()),
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

/** `GET /api/v1/gifts/sent`. */
export const SentGift = z.object({
  id: z.string(),
  artistId: z.string(),
  artist: z.string(),
  amount: z.number(),
  naira: z.number(),
  date: z.string(),
  message: z.string(),
  method: z.enum(["card", "tokens"]),
  status: z.enum(["started", "sent", "refunded"]),
  thanks: z.optional(z.string()),
});
export type SentGift = z.infer<typeof SentGift>;

export const ThanksRequest = z.object({
  message: z.string("Please write a few words").check(
    z.trim(),
    z.minLength(1, "Please write a few words"),
    z.maxLength(300, "Your message is too long: at most 300 characters"),
  ),
});
