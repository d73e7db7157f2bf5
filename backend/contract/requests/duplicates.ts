import * as z from "zod/mini";
import { DUPLICATE_ANSWERS, DUPLICATE_DECISIONS, DUPLICATE_GROUNDS } from "../duplicates.ts";
import { isPlainLines } from "../text.ts";
import { Id } from "./ids.ts";

/** `POST /api/v1/my-duplicates/:id`: with "replace" goes the song whose recording is replaced. */
export const DuplicateAnswerRequest = z.object({
  answer: z.enum(DUPLICATE_ANSWERS, "Choose to keep both, to replace the old recording, or not to upload it again"),
  replaces: z.optional(Id),
}).check(
  z.refine(({ answer, replaces }) => answer !== "replace" || replaces !== undefined, {
    error: "Choose the song whose recording is replaced",
    path: ["replaces"],
  }),
);

const WORDS = "Please tell the artist why";

/** `POST /api/v1/admin/duplicates/:id/decisions`: the reason is for the artist; what is let go has a ground. */
export const DuplicateDecisionRequest = z.object({
  decision: z.enum(DUPLICATE_DECISIONS, "Choose to let it go or to keep it back"),
  ground: z.optional(z.enum(DUPLICATE_GROUNDS, "Choose one of the grounds")),
  reason: z.string(WORDS).check(
    z.trim(),
    z.minLength(3, WORDS),
    z.maxLength(2_000, "At most 2,000 characters"),
    z.refine(isPlainLines, "Please write plain text"),
  ),
});
