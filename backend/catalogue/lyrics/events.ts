import type { LyricsLanguage } from "../../contract/lyrics.ts";
import type { Sealed } from "../../store/personal/personal_data.ts";

/**
 * The artist gave a song its lyrics, or others in their place: plain text or LRC. What people write freely may hold
 * anything, so only the artist's key opens `content`, and an erasure makes it unreadable.
 */
export type LyricsSet = {
  readonly type: "LyricsSet";
  readonly data: {
    readonly trackId: string;
    readonly ownerId: string;
    /** BCP 47. */
    readonly language: LyricsLanguage;
    /** The artist says that it holds offensive words. */
    readonly offensive: boolean;
    readonly content: Sealed;
  };
};

export type LyricsRemoved = {
  readonly type: "LyricsRemoved";
  readonly data: { readonly trackId: string; readonly ownerId: string; readonly by: "owner" | "admin" };
};

export type LyricsEvent = LyricsSet | LyricsRemoved;

/** The stream of a song's lyrics, in the log `social`. */
export function lyricsStream(trackId: string): string {
  return `lyrics/${trackId}`;
}
