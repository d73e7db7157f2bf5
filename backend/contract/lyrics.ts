/** The languages that lyrics are tagged with, as BCP 47 names them; `und` is any other. */
export const LYRICS_LANGUAGES = ["en-NG", "pcm", "yo", "ig", "ha", "und"] as const;
export type LyricsLanguage = typeof LYRICS_LANGUAGES[number];

/** Lyrics are at most so long, in bytes of UTF-8 and in lines. */
export const LYRICS_MAX_BYTES = 64 * 1024;
export const LYRICS_MAX_LINES = 2_000;

/** One line; an empty text is a pause. */
export interface LyricsLine {
  text: string;
  /** When it is sung, from the start of the song; of timed lyrics every line has it, and they come in this order. */
  atMs?: number | undefined;
}

export interface Lyrics {
  trackId: string;
  language: LyricsLanguage;
  /** Holds words that some do not want to read or show to children. */
  offensive: boolean;
  isTimed: boolean;
  lines: LyricsLine[];
  updatedAt: string;
}

/** `GET /api/v1/tracks/{trackId}/lyrics`: null where the artist has given none. */
export interface LyricsAnswer {
  lyrics: Lyrics | null;
}

/** `GET /api/v1/tracks/{trackId}/lyrics/source`, for the artist: the text as it was given, plain or LRC. */
export interface LyricsSource {
  text: string;
  language: LyricsLanguage;
  offensive: boolean;
}

/** One's own lyrics as they stand. */
export interface OwnLyrics extends LyricsSource {
  /** ISO 8601: a change that names it as its `was` overwrites no newer one. */
  changedAt: string;
}

export interface LyricsSourceAnswer {
  source: OwnLyrics | null;
}

/** `PUT /api/v1/tracks/{trackId}/lyrics` */
export interface LyricsSavedAnswer {
  message: string;
  changedAt: string;
}
