import * as z from "zod/mini";
import { GROUP_ACTIONS } from "../groups.ts";
import { isPlainLines } from "../text.ts";

const words = (missing: string, most: number) =>
  z.string(missing).check(
    z.trim(),
    z.minLength(3, missing),
    z.maxLength(most, `At most ${most} characters`),
    z.refine(isPlainLines, "Please write plain text"),
  );

/** `POST /api/v1/admin/groups/:id/decisions`: the reason is for the listeners, so in plain words. */
export const GroupDecisionRequest = z.object({
  action: z.enum(GROUP_ACTIONS, "Choose freeze, void or release"),
  reason: words("Please say why", 300),
});

/** `POST /api/v1/admin/groups/:id/notes`. */
export const GroupNoteRequest = z.object({ note: words("Please write a note", 1_000) });
