import * as z from "zod/mini";
import { MOST_ROWS_A_MATCH } from "../match.ts";

/** What other services say of a song: text of files, so nothing about it is trusted, and it is only compared. */
const Row = z.object({
  title: z.string().check(z.minLength(1), z.maxLength(300)),
  artist: z._default(z.string().check(z.maxLength(300)), ""),
  durationSeconds: z.optional(z.number().check(z.minimum(0), z.maximum(86_400))),
});

/** `POST /api/v1/tracks/match`. */
export const MatchRows = z.object({
  rows: z.array(Row).check(z.minLength(1), z.maxLength(MOST_ROWS_A_MATCH, "At most 100 songs at a time")),
});
