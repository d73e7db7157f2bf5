import * as z from "zod/mini";

/** `GET /api/v1/statement?month=YYYY-MM`. Without a month the one that goes on. */
export const StatementQuery = z.object({
  month: z.optional(z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/))),
});

/** `GET /api/v1/balance?at=…`: a moment, or a day in Lagos, whose end counts. Without it now. */
export const BalanceQuery = z.object({
  at: z.optional(
    z.string().check(
      z.regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/),
      z.refine((text) => !Number.isNaN(Date.parse(text))),
    ),
  ),
});
