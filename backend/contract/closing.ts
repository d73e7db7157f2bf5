import * as z from "zod/mini";
import { LoginRequest, Otp } from "./accounts.ts";

/** `GET /api/v1/me/closing`: what would be lost. */
export const ClosingPreview = z.object({
  /** When the account would be erased if it was closed now. */
  eraseAt: z.string(),
  /** What would be forfeited, and the smallest amount that can be paid out instead. */
  balanceTokens: z.number(),
  minWithdrawalTokens: z.number(),
  /** Under way: the erasure waits for it. */
  openWithdrawal: z.optional(z.object({ id: z.string(), tokens: z.number(), status: z.string() })),
  premiumUntil: z.optional(z.string()),
  tracks: z.number(),
  playlists: z.number(),
  /** The last admin cannot close the account. */
  isLastAdmin: z.boolean(),
});
export type ClosingPreview = z.infer<typeof ClosingPreview>;

/**
 * `POST /api/v1/me/close`, with a proof that it is the owner: the password, the code that `POST /api/v1/me/closing/code`
 * mails, or a `credential` of the person at Google who opens this account.
 */
export const CloseRequest = z.object({
  password: z.optional(z.string("Password is required").check(z.maxLength(256))),
  otp: z.optional(Otp),
  credential: z.optional(z.string().check(z.maxLength(8_192))),
}).check(
  z.refine(({ password, otp, credential }) => Boolean(password || otp || credential), {
    path: ["password"],
    error: "Password is required",
  }),
);
export type CloseRequest = z.infer<typeof CloseRequest>;
export const CloseAnswer = z.object({ message: z.string(), eraseAt: z.string() });
export type CloseAnswer = z.infer<typeof CloseAnswer>;

/** `POST /api/auth/reopen`: answers like a log-in. */
export const ReopenRequest = LoginRequest;
