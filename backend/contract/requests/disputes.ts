import * as z from "zod/mini";
import { isPlainLines } from "../text.ts";

const MISSING = "Please say why";

/** What admins do about a dispute: other admins and auditors read the note. */
export const DisputeRequest = z.object({
  note: z.string(MISSING).check(
    z.trim(),
    z.minLength(3, MISSING),
    z.maxLength(300, "At most 300 characters"),
    z.refine(isPlainLines, "Please write plain text"),
  ),
});
