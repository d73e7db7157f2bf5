import * as z from "zod/mini";

/** A calendar year of royalties; this one where it is left out. */
export const RoyaltyYearQuery = z.object({
  year: z.optional(z.coerce.number().check(z.int(), z.minimum(2025), z.maximum(2200))),
});

/** A Lagos month of royalties; this one where it is left out. */
export const RoyaltyMonthQuery = z.object({
  month: z.optional(z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/))),
});
