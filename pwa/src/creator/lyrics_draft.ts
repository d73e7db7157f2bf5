import type { LyricsLanguage } from "@contract/lyrics.ts";

/** Lyrics as they are typed: without a language at first. */
export interface LyricsDraft {
  readonly text: string;
  readonly language: LyricsLanguage | "";
  readonly offensive: boolean;
}

export const NO_LYRICS: LyricsDraft = { text: "", language: "", offensive: false };
