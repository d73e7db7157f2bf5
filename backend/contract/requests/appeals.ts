import * as z from "zod/mini";
import { APPEAL_OUTCOMES } from "../appeals.ts";
import { isPlainLines } from "../text.ts";

const words = (missing: string, least: number) =>
  z.string(missing).check(
    z.trim(),
    z.minLength(least, missing),
    z.maxLength(2_000, "At most 2,000 characters"),
    z.refine(isPlainLines, "Please write plain text"),
  );

/** `POST /api/v1/appeals`. */
export const AppealRequest = z.object({ text: words("Please write at least 20 characters", 20) });

/** `POST /api/v1/admin/appeals/:id/answers`: the answer is for the listener. */
export const AppealAnswerRequest = z.object({
  decision: z.enum(APPEAL_OUTCOMES, "Choose uphold or grant"),
  answer: words("Please answer in words", 3),
});
