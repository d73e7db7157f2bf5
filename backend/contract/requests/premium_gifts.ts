import * as z from "zod/mini";
import { GIFT_MONTHS, MAX_SEAT_NAME, MAX_SEATS } from "../premium_gifts.ts";
import { isPlainText } from "../text.ts";
import { Email } from "./accounts.ts";

/** `PUT /api/v1/premium-gifts/{reference}/seats/{seat}`, and whom a gift is for from the start. */
export const GiftedPerson = z.object({
  name: z.string("Name is required").check(
    z.trim(),
    z.minLength(1, "Name is required"),
    z.maxLength(MAX_SEAT_NAME, `The name is too long: at most ${MAX_SEAT_NAME} characters`),
    z.refine(isPlainText, "The name has characters that cannot be shown"),
  ),
  email: Email,
});

/**
 * `POST /api/v1/premium-gifts`. `amountKobo` is what the caller was shown: where the price has changed meanwhile, nothing
 * begins.
 */
export const GivePremiumRequest = z.object({
  seats: z.array(GiftedPerson).check(
    z.minLength(1, "Please say whom it is for"),
    z.maxLength(MAX_SEATS, `You can give Premium to at most ${MAX_SEATS} people in one payment`),
  ),
  months: z._default(
    z.number("Please choose how many months").check(
      z.refine((months) => GIFT_MONTHS.includes(months), `Please choose ${GIFT_MONTHS.join(", ")} months`),
    ),
    1,
  ),
  amountKobo: z.optional(z.number()),
  callbackUrl: z.optional(z.string()),
});
export type GivePremiumRequest = z.infer<typeof GivePremiumRequest>;
/** What a client may leave out is optional. */
export type GivePremiumInput = z.input<typeof GivePremiumRequest>;
