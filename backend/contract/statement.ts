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

/** Tokens that can be spent, and tokens that are held for a withdrawal. */
const holdings = { available: z.number(), pending: z.number() };

export const BalanceAt = z.object({ at: z.string(), ...holdings });
export type BalanceAt = z.infer<typeof BalanceAt>;

/** What one kind of movement changed on one day. */
const StatementLine = z.object({
  day: z.string(),
  kind: z.string(),
  label: z.string(),
  count: z.number(),
  ...holdings,
});
type StatementLine = z.infer<typeof StatementLine>;

/** Amounts in tokens: `opening` and all lines make `closing`, to the last unit. */
export const Statement = z.object({
  month: z.string(),
  /** The month's first moment and the first one after it. */
  from: z.string(),
  to: z.string(),
  opening: z.object(holdings),
  closing: z.object(holdings),
  totals: z.array(z.object({ kind: z.string(), label: z.string(), count: z.number(), ...holdings })),
  lines: z.array(StatementLine),
});
export type Statement = z.infer<typeof Statement>;
