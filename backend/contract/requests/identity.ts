import * as z from "zod/mini";
import { VerifyAccountRequest } from "./wallet.ts";

const digits = "A BVN has 11 digits";

/** `POST /api/v1/identity`. */
export const ProveIdentityRequest = z.extend(VerifyAccountRequest, {
  bvn: z.string(digits).check(z.trim(), z.regex(/^\d{11}$/, digits)),
});
export type ProveIdentityRequest = z.infer<typeof ProveIdentityRequest>;
