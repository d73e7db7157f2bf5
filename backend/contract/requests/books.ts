import * as z from "zod/mini";
import { isPlainLines } from "../text.ts";
import { AuditFilters } from "./audit.ts";

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
