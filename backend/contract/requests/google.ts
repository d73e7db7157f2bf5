import * as z from "zod/mini";
import { Role } from "./accounts.ts";

/**
 * `POST /api/auth/googleAuth`. Only Google's `credential` says who it is; an `email` beside it has to be the same. A
 * new account needs its `role`: without one the answer's code is `role_needed`, and the credential stays valid. So it
 * does for an account that its owner has closed (`account_closing`): with `reopen` the same one opens it again.
 */
export const GoogleAuthRequest = z.object({
  name: z.optional(z.string().check(z.maxLength(200))),
  email: z.optional(z.string().check(z.maxLength(254))),
  credential: z._default(z.string().check(z.maxLength(8_192)), ""),
  role: z.optional(Role),
  reopen: z._default(z.boolean(), false),
  rememberMe: z._default(z.boolean(), false),
});
export type GoogleAuthRequest = z.infer<typeof GoogleAuthRequest>;
