import { LYRICS_MAX_BYTES, LYRICS_MAX_LINES, type LyricsLine } from "./lyrics.ts";
import { Refusal } from "./refusal.ts";

/** Characters that change how the text around them is shown, or show nothing; line breaks stay. */
const HOSTILE = /(?!\n)\p{Cc}|[\u061c\u200b\u200e\u200f\u2060\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Marks heaped up until they cover other lines. */
const HEAPED = /(\p{M}{4})\p{M}+/gu;
const MARK = /\[([^\][\n]{0,40})\]/y;
const TIME = /^(\d{1,3}):(\d{1,2})(?:[.:](\d{1,3}))?$/;
/** LRC's own notes: title, artist, offset and such. */
const NOTE = /^(ti|ar|al|au|by|re|ve|length|offset|la|tool|id|lr|#)\s*:/i;
/** Times of single words, which some files have within their lines. */
const WORD_TIME = /<\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?>/g;
/** A larger one is a mistake. */
const MOST_OFFSET_MS = 60_000;

/** The text as it is stored: one kind of line break, no control characters. Throws Refusal `invalid_request`. */
export function cleanLyrics(text: string): string {
  const bytes = new TextEncoder().encode(text).length;
  if (bytes > LYRICS_MAX_BYTES) {
    const size = Math.ceil(bytes / 1_024).toLocaleString("en");
    throw refused(`Lyrics can have at most ${LYRICS_MAX_BYTES / 1_024} KB: these have ${size} KB.`);
  }
  const clean = text.normalize("NFC").replaceAll(/\r\n?|\u2028|\u2029|\u0085/g, "\n").replaceAll("\t", " ")
    .replaceAll(HOSTILE, "").replaceAll(HEAPED, "$1").replaceAll(/ +$/gm, "").replaceAll(/\n{3,}/g, "\n\n").trim();
  if (linesOf(clean).length > LYRICS_MAX_LINES) {
    throw refused(`Lyrics can have at most ${LYRICS_MAX_LINES.toLocaleString("en")} lines.`);
  }
  if (!linesOf(clean).some(({ text }) => text !== "")) throw refused("Write or paste the lyrics.");
  return clean;
}

/**
 * The lines of plain text, or of LRC in the order in which they are sung. Times lie within the song; a line that is sung
 * several times stands as often; a line without a readable time follows the one before it.
 */
export function linesOf(text: string, durationMs = Infinity): LyricsLine[] {
  const read = text.split("\n").map(readLine);
  if (!read.some(({ times }) => times.length > 0)) {
    return read.filter(({ isNote }) => !isNote).map(({ whole }) => ({ text: whole }));
  }
  const offset = offsetOf(text);
  let before = 0;
  const timed = read.flatMap(({ times, text, isNote }) => {
    if (isNote || (times.length === 0 && text === "")) return [];
    const all = times.map((time) => Math.min(Math.max(0, time - offset), durationMs));
    before = all.at(-1) ?? before;
    return (all.length === 0 ? [before] : all).map((atMs) => ({ text, atMs }));
  });
  return timed.sort((one, two) => one.atMs - two.atMs);
}

interface ReadLine {
  /** In ms, in the order of the file. */
  readonly times: number[];
  /** Behind the marks. */
  readonly text: string;
  readonly whole: string;
  readonly isNote: boolean;
}

function readLine(line: string): ReadLine {
  const times: number[] = [];
  let at = 0;
  let isNote = false;
  for (;;) {
    MARK.lastIndex = at;
    const [mark, inside = ""] = MARK.exec(line) ?? [];
    if (mark === undefined) break;
    const time = timeOf(inside.trim());
    const isTime = TIME.test(inside.trim());
    // [Chorus] is a line of the song.
    if (!isTime && !NOTE.test(inside)) break;
    if (time !== undefined) times.push(time);
    isNote ||= !isTime;
    at += mark.length;
    while (line[at] === " ") at++;
  }
  const text = line.slice(at).replaceAll(WORD_TIME, "").replaceAll(/ {2,}/g, " ").trim();
  return { times, text, whole: line.trim(), isNote: isNote && times.length === 0 };
}

/** Undefined where the seconds are none. */
function timeOf(mark: string): number | undefined {
  const [, minutes = "", seconds = "", part = ""] = TIME.exec(mark) ?? [];
  if (minutes === "" || Number(seconds) > 59) return undefined;
  return (Number(minutes) * 60 + Number(seconds)) * 1_000 + Number(part.padEnd(3, "0"));
}

/** A positive one brings the lines earlier. */
function offsetOf(text: string): number {
  const said = Number(/^\[offset\s*:\s*([+-]?\d{1,9})\s*\]/im.exec(text)?.[1] ?? 0);
  return Math.abs(said) <= MOST_OFFSET_MS ? said : 0;
}

function refused(text: string): Refusal {
  return new Refusal("invalid_request", text, { field: "text" });
}
