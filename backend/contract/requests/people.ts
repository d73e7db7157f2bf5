import * as z from "zod/mini";
import { isPlainLines } from "../text.ts";
import { TimeCursor } from "./ids.ts";

const MISSING = "Please write a note";

/** `POST /api/v1/admin/people/:id/notes`. */
export const PersonNoteRequest = z.object({
  note: z.string(MISSING).check(
    z.trim(),
    z.minLength(3, MISSING),
    z.maxLength(1_000, "At most 1000 characters"),
    z.refine(isPlainLines, "Please write plain text"),
  ),
});

/** A page of a person's gifts, payouts or plays: behind the last row of the page before. */
export const PersonPageQuery = z.object({ cursor: z.optional(TimeCursor) });

/** `GET /api/v1/admin/payments/:id/lots/:transferId/plays`: behind so many plays. */
export const LotPlaysQuery = z.object({ cursor: z.optional(z.string().check(z.regex(/^\d{1,7}$/))) });
