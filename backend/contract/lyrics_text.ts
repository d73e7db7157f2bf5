import { LYRICS_MAX_BYTES, LYRICS_MAX_LINES, type LyricsLine } from "./lyrics.ts";
import { Refusal } from "./refusal.ts";
import { subtitlesAsLrc } from "./subtitles.ts";

/** Characters that change how the text around them is shown, or show nothing; line breaks stay. */
const HOSTILE = /(?!\n)\p{Cc}|[\u061c\u200b\u200e\u200f\u2060\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Marks heaped up until they cover other lines. */
const HEAPED = /(\p{M}{4})\p{M}+/gu;
/** `mm:ss`, `mm:ss.xx` with any decimal sign, `hh:mm:ss.xx`. */
const TIME = String.raw`\s*(?:(\d{1,2}):(?=\d{1,3}:\d{1,2}[.,]))?(\d{1,3}):(\d{1,2})(?:[.,:](\d{0,9}))?\s*`;
const MARK = String.raw`\[${TIME}\]`;
const MARKS = new RegExp(`(?:${MARK} *)*`, "y");
/** The time of a line that begins with a note. */
const BEHIND_NOTE = new RegExp(String.raw`(?<=\] *)${MARK}`);
/** Times of single words, which some files have within their lines. */
const WORD_TIME = `${MARK}|<${TIME}>`;
/** LRC's own notes, those of its dialects, and `[:]`, which makes a comment of its line: whatever follows them. */
const KNOWN_NOTE =
  /^\[\s*(?:ti|ar|al|au|lr|by|re|ver?|version|la|lang|language|length|offset|tool|id|hash|total|sign|qq|encoding|#)?\s*:/i;
/** `[word:…]` on a line of its own, whatever the word is. */
const NOTE = /^\[\s*#?[\p{L}\p{N}_.-]+\s*:.*\]$/u;
/** The same with several words, and comments: notes only among timed lines. */
const LOOSE_NOTE = /^(?:\[[^:[\]]+:.*\]|#.*)$/u;
/** `[Chorus: Ngozi]` is a line of the song. */
const SECTION =
  /^\[\s*(?:(?:pre|post)[ -]?)?(?:intro|verse|chorus|refrain|hook|bridge|interlude|outro|break|drop|solo|instrumental|spoken|skit|part|coda|ad-?lib|call|response|all|both|choir|lead)/i;
/** How some programs write a second voice: its words have times, the line has none. */
const SECOND_VOICE = /^\[bg\s*:\s*(<.*)\]$/i;
/** Who sings. */
const VOICE = /^v\d{1,2}:\s*/i;
/** A larger one is a mistake. */
const MOST_OFFSET_MS = 60_000;

/** The text as it is stored: subtitles as LRC, one kind of line break, no control characters. Throws Refusal `invalid_request`. */
export function cleanLyrics(text: string): string {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > LYRICS_MAX_BYTES) {
    const size = Math.ceil(bytes / 1_024).toLocaleString("en");
    throw refused(`Lyrics can have at most ${LYRICS_MAX_BYTES / 1_024} KB: these have ${size} KB.`);
  }
  const clean = (subtitlesAsLrc(text) ?? text).normalize("NFC").replaceAll(/\r\n?|\u2028|\u2029|\u0085/g, "\n")
    .replaceAll("\t", " ")
    .replaceAll(HOSTILE, "").replaceAll(HEAPED, "$1").replaceAll(/ +$/gm, "").replaceAll(/\n{3,}/g, "\n\n").trim();
  if (linesOf(clean).length > LYRICS_MAX_LINES) {
    throw refused(`Lyrics can have at most ${LYRICS_MAX_LINES.toLocaleString("en")} lines.`);
  }
  if (!linesOf(clean).some(({ text }) => text !== "")) throw refused("Write or paste the lyrics.");
  return clean;
}

/**
 * The lines of plain text, or of LRC in the order in which they are sung. Times lie within the song; a line that is sung
 * several times comes as often; a line without a readable time follows the one before it. Notes are no lines.
 */
export function linesOf(text: string, durationMs = Infinity): LyricsLine[] {
  const read = text.split("\n").map((line) => readLine(line.trim()));
  if (!read.some(({ times }) => times.length > 0)) {
    return read.filter(({ isNote }) => !isNote).map(({ whole }) => ({ text: whole }));
  }
  const offset = offsetOf(text);
  let before = 0;
  const timed = read.flatMap(({ times, text, isNote }) => {
    if (times.length === 0 && (isNote || text === "" || isLooseNote(text))) return [];
    const all = times.map((time) => Math.min(Math.max(0, time - offset), durationMs));
    before = all.at(-1) ?? before;
    return (all.length === 0 ? [before] : all).map((atMs) => ({ text, atMs }));
  });
  return timed.sort((one, two) => one.atMs - two.atMs);
}

interface ReadLine {
  /** In ms, in the order of the file. */
  readonly times: readonly number[];
  /** Without its times and those of its words. */
  readonly text: string;
  readonly whole: string;
  readonly isNote: boolean;
}

function readLine(whole: string): ReadLine {
  const line = KNOWN_NOTE.test(whole) ? whole.slice(Math.max(0, whole.search(BEHIND_NOTE))) : whole;
  MARKS.lastIndex = 0;
  const [marks = ""] = MARKS.exec(line) ?? [];
  const rest = line.slice(marks.length);
  if (isNote(rest, marks !== "")) return { times: timesIn(marks), text: "", whole, isNote: marks === "" };
  const words = SECOND_VOICE.exec(rest)?.[1] ?? rest;
  const text = words.replaceAll(new RegExp(WORD_TIME, "g"), "").trim().replace(VOICE, "").replaceAll(/ {2,}/g, " ");
  const times = words.startsWith("<") && marks === ""
    ? timesIn(words).slice(0, 1)
    // A line whose words have times in brackets is sung once: the second mark is its first word's.
    : timesIn(marks).slice(0, new RegExp(MARK).test(words) ? 1 : Infinity);
  return { times, text, whole, isNote: false };
}

function isNote(rest: string, isTimed: boolean): boolean {
  if (SECOND_VOICE.test(rest)) return false;
  return KNOWN_NOTE.test(rest) || (!isTimed && NOTE.test(rest) && !SECTION.test(rest));
}

function isLooseNote(line: string): boolean {
  return LOOSE_NOTE.test(line) && !SECTION.test(line);
}

/** In ms; those whose seconds are none are left out. */
function timesIn(marks: string): number[] {
  return [...marks.matchAll(new RegExp(`[<[]${TIME}[>\\]]`, "g"))].flatMap(([, hours, minutes, seconds, part]) =>
    Number(seconds) > 59 ? [] : (Number(hours ?? 0) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000 +
      Math.round(Number(`0.${part || 0}`) * 1_000)
  );
}

/** A positive one brings the lines earlier. */
function offsetOf(text: string): number {
  const said = Number(/^\[offset\s*:\s*([+-]?\d{1,9})\s*\]/im.exec(text)?.[1] ?? 0);
  return Math.abs(said) <= MOST_OFFSET_MS ? said : 0;
}

function refused(text: string): Refusal {
  return new Refusal("invalid_request", text, { field: "text" });
}
