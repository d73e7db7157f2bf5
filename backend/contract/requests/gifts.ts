import * as z from "zod/mini";
import { MAX_GIFT_MESSAGE } from "../gifts.ts";
import { hasLink, hasSomethingToSee, isPlainLines } from "../text.ts";
import { Id } from "./ids.ts";

const MESSAGE_TOO_LONG = `Your message is too long: at most ${MAX_GIFT_MESSAGE} characters`;

/** To an artist, or for a track and so to its artist. `amount` in dollars, as the documents show it. */
export const SendGiftRequest = z.object({
  artistId: z.optional(Id),
  trackId: z.optional(Id),
  amount: z.number("Please enter a valid amount").check(z.positive("Please enter a valid amount")),
  message: z._default(
    z.string().check(
      z.trim(),
      z.maxLength(MAX_GIFT_MESSAGE, MESSAGE_TOO_LONG),
      z.refine((text) => text === "" || isPlainLines(text), "Your message has characters that cannot be shown"),
    ),
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

/**
 * `POST /api/v1/gifts/{id}/thanks` and `POST /api/v1/gifts/thanks`. It goes to people who may want to stay unseen, so it
 * lures them nowhere.
 */
export const ThanksRequest = z.object({
  message: z.string("Please write a few words").check(
    z.trim(),
    z.refine(hasSomethingToSee, "Please write a few words"),
    z.maxLength(MAX_GIFT_MESSAGE, MESSAGE_TOO_LONG),
    z.refine(isPlainLines, "Your message has characters that cannot be shown"),
    z.refine((text) => !hasLink(text), "A thank-you cannot hold a link"),
  ),
});

/** `POST /api/v1/gifts/thanks`: to all who gave in a Lagos month (YYYY-MM), or since the last thank-you without one. */
export const ThankAllRequest = z.extend(ThanksRequest, {
  month: z.optional(z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, "Choose a month"))),
});
