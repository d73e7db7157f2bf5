import * as z from "zod/mini";
import { MOST_WORK, WORK_KIND_NAMES } from "../work.ts";

/** `GET /api/v1/admin/work`: of one kind or of all, `limit` a page; `cursor` goes on after the page before. */
export const WorkQuery = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MOST_WORK)), MOST_WORK),
  kind: z.optional(z.enum(WORK_KIND_NAMES)),
  cursor: z.optional(
    z.string().check(
      z.maxLength(320),
      z.regex(/^\d{1,15}_.+$/, "This page of the list has expired: please reload"),
    ),
  ),
});
