import type { ReleaseStatus, SongReadiness, Stalled } from "@contract/releases.ts";
import { LYRICS_LANGUAGES } from "@contract/lyrics.ts";
import { LANGUAGE_NAMES } from "../../lib/lyrics_language.ts";

export const STATUS_WORDS: Readonly<Record<ReleaseStatus, string>> = {
  draft: "Draft",
  scheduled: "Scheduled",
  published: "Out now",
  withdrawn: "Withdrawn",
};

export const READINESS_WORDS: Readonly<Record<SongReadiness, string>> = {
  ready: "Ready",
  processing: "Processing",
  failed: "Failed",
  held: "Being checked",
};

/** Why a release that is due is not out, and what to do. */
export const STALLED_WORDS: Readonly<Record<Stalled, string>> = {
  incomplete: "Its moment has come, but something is missing. It comes out as soon as you have added it.",
  processing: "Its moment has come. It comes out as soon as its last song is processed.",
  failed: "Its moment has come, but a song could not be processed. Replace or delete that song, and it comes out.",
  held: "Its moment has come, but Orin is looking at a song first. It comes out right after that.",
};

export const LANGUAGE_OPTIONS = LYRICS_LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }));

export const SOCIETY_OPTIONS = [
  { value: "none", label: "None: I have joined no society" },
  { value: "COSON", label: "COSON (Copyright Society of Nigeria)" },
  { value: "MCSN", label: "MCSN (Musical Copyright Society Nigeria)" },
  { value: "AVRS", label: "AVRS (Audio Visual Rights Society)" },
  { value: "other", label: "Another one" },
];

/** "2 d 3 h", "4 min 10 s": the two largest parts of a stretch of time. */
export function leftWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), "d"],
    [Math.floor(seconds / 3_600) % 24, "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return "0 s";
  return parts.slice(first, first + 2).map(([count, unit]) => `${count} ${unit}`).join(" ");
}
