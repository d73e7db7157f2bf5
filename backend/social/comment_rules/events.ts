import type { Event } from "../../store/log/event.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/** Which comments under an artist's things wait for the artist. The artist's key opens `words`, a JSON list. */
export type CommentRulesSet = Event<
  "CommentRulesSet",
  { readonly artistId: string; readonly words: Sealed; readonly holdFirst: boolean }
>;

/** The stream of an artist's rules for comments, in the log `social`. */
export function commentRulesStream(artistId: string): string {
  return `comment_rules/${artistId}`;
}
