import * as z from "zod/mini";
import { LYRICS_LANGUAGES } from "../lyrics.ts";
import { hasSomethingToSee } from "../text.ts";

/** `PUT /api/v1/tracks/{trackId}/lyrics`: plain text, or LRC with times. */
export const LyricsEdit = z.object({
  text: z.string("Write or paste the lyrics.").check(
    z.refine(hasSomethingToSee, "Write or paste the lyrics."),
  ),
  language: z.enum(LYRICS_LANGUAGES, "Choose the language of the lyrics."),
  offensive: z._default(z.boolean(), false),
});
export type LyricsEdit = z.output<typeof LyricsEdit>;
