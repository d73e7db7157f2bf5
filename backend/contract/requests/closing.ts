import * as z from "zod/mini";
import { Otp } from "./accounts.ts";

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
