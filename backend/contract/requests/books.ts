import * as z from "zod/mini";
import { isPlainLines } from "../text.ts";
import { AuditFilters } from "./audit.ts";
import { Id } from "./ids.ts";

/** The moment of the books; without one it is now. */
export const BooksQuery = z.pick(z.extend(AuditFilters, { at: AuditFilters.shape.from }), { at: true });

const MISSING = "Please say what you found";

/** `POST /api/v1/admin/books/differences/explain` and `settle`: which difference, and what is known of it. */
export const DifferenceRequest = z.object({
  kind: z.string("Which difference?").check(z.regex(/^[a-z_]{1,40}$/, "Which difference?")),
  subject: z.string("Which difference?").check(z.maxLength(200)),
  note: z.string(MISSING).check(
    z.trim(),
    z.minLength(3, MISSING),
    z.maxLength(300, "At most 300 characters"),
    z.refine(isPlainLines, "Please write plain text"),
  ),
});

/** More than any payment; it keeps sums safe. */
const MOST_KOBO = 1_000_000_000_000;
const NO_SUM = "Enter a sum";

/** `POST /api/v1/admin/books/capital`: kobo that the owners put into the provider's account; below zero: took out. */
export const CapitalRequest = z.object({
  capitalId: Id,
  kobo: z.number(NO_SUM).check(
    z.int("Enter a sum in whole kobo"),
    z.minimum(-MOST_KOBO, "Enter a smaller sum"),
    z.maximum(MOST_KOBO, "Enter a smaller sum"),
    z.refine((kobo) => kobo !== 0, NO_SUM),
  ),
  reason: z.string("Say where it comes from").check(
    z.trim(),
    z.minLength(3, "Say where it comes from"),
    z.maxLength(300, "At most 300 characters"),
    z.refine(isPlainLines, "Please write plain text"),
  ),
});
