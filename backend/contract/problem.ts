import * as z from "zod/mini";

/** Every answer that is not a success: `error` and `message` carry the same documented text, `code` is for programs. */
export const Problem = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
});
export type Problem = z.infer<typeof Problem>;
