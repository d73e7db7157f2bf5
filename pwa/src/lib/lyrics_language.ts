import type { LyricsLanguage } from "@contract/lyrics.ts";

/** The languages as people call them. */
export const LANGUAGE_NAMES: Readonly<Record<LyricsLanguage, string>> = {
  "en-NG": "English",
  pcm: "Pidgin",
  yo: "Yorùbá",
  ig: "Igbo",
  ha: "Hausa",
  und: "Another language",
};
