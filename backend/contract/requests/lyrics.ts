import * as z from "zod/mini";
import { LYRICS_LANGUAGES } from "../lyrics.ts";
import { hasSomethingToSee, isPlainText } from "../text.ts";

/** `PUT /api/v1/tracks/{trackId}/lyrics`: plain text, or LRC with times. */
export const LyricsEdit = z.object({
  text: z.string("Write or paste the lyrics.").check(
    z.refine(hasSomethingToSee, "Write or paste the lyrics."),
  ),
  language: z.enum(LYRICS_LANGUAGES, "Choose the language of the lyrics."),
  offensive: z._default(z.boolean(), false),
  /** The `changedAt` of the lyrics that the form showed, empty where it showed none. Left out, the last one wins. */
  was: z.optional(z.string().check(z.maxLength(40))),
});
export type LyricsEdit = z.output<typeof LyricsEdit>;

const SHORTEST_REASON = 3;
const LONGEST_REASON = 300;

/** `POST /api/v1/admin/tracks/{trackId}/lyrics/removal`: the artist reads the reason, so in plain words. */
export const LyricsTakeDown = z.object({
  reason: z.string("Please say why").check(
    z.trim(),
    z.minLength(SHORTEST_REASON, "Please say why"),
    z.maxLength(LONGEST_REASON, `At most ${LONGEST_REASON} characters`),
    z.refine(isPlainText, "The reason has characters that cannot be shown"),
  ),
});
