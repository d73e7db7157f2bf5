import * as z from "zod/mini";
import { Email } from "./accounts.ts";
import { PasskeyAnswer } from "./second_factor.ts";

export const AdminLoginRequest = z.object({
  email: Email,
  password: z.string().check(z.minLength(1, "Please fill in all fields"), z.maxLength(256)),
  /** Of the authenticator app, or a recovery code, once an admin has a second factor. */
  code: z.optional(z.string().check(z.trim(), z.maxLength(40, "Please enter one code"))),
  /** What a passkey answered, in place of a code. */
  passkey: z.optional(PasskeyAnswer),
  /** The screens ask for a cookie instead of a token. */
  session: z.optional(z.literal("cookie")),
});

export const ConfirmPasswordRequest = z.object({
  password: z.string("Password is required").check(z.minLength(1, "Password is required"), z.maxLength(256)),
});
