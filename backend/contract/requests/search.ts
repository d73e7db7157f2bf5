import * as z from "zod/mini";
import { hasSomethingToSee } from "../text.ts";

/** `GET /api/v1/search?q&type&limit`: `type` may name several kinds, with commas between; `lyrics` are Orin's own. */
export const SearchQuery = z.object({
  q: z.string("Type what you are looking for.").check(
    z.trim(),
    z.refine(hasSomethingToSee, "Type what you are looking for."),
    z.maxLength(120, "The search is too long: at most 120 characters."),
  ),
  type: z._default(
    z.string().check(z.regex(/^(album|artist|track|playlist|lyrics)(,(album|artist|track|playlist|lyrics)){0,4}$/)),
    "track",
  ),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10)), 10),
  offset: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(990)), 0),
});
