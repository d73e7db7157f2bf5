import type { WantedSong } from "@contract/match.ts";

const LONGEST = 300;
const LONGEST_NAME = 80;
/** Between an artist and a title. */
const DASH = /\s+[-–—]\s+/;

export interface FoundList {
  name: string;
  rows: WantedSong[];
}

/** What a file holds, or in words why nothing can be read from it. */
export type Read = FoundList[] | { problem: string };

/** A row without a title is no song. */
export function song(title: unknown, artist: unknown, durationSeconds?: number): WantedSong[] {
  const named = { title: plain(title), artist: plain(artist) };
  if (!/[\p{L}\p{N}]/u.test(named.title)) return [];
  const isLength = durationSeconds !== undefined && durationSeconds > 0 && durationSeconds <= 86_400;
  return [{ ...named, ...(isLength && { durationSeconds }) }];
}

/** What a list is called in its file; `fallback` where it has no name. */
export function listName(said: unknown, fallback: string): string {
  return plain(said).slice(0, LONGEST_NAME).trim() || fallback;
}

/** One line of plain text: no NUL, no characters that turn the page around, no longer than a name is. */
function plain(text: unknown): string {
  if (typeof text !== "string") return "";
  return text.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, " ").replaceAll(/\s+/g, " ")
    .trim().slice(0, LONGEST).toWellFormed();
}

/** "3:05", "185" seconds, or milliseconds where the file says so or the number cannot be anything else. */
export function secondsOf(cell: string, isMs = false): number | undefined {
  const clock = /^\s*(?:(\d{1,2}):)?(\d{1,3}):(\d{2})(?:[.,]\d+)?\s*$/.exec(cell);
  if (clock) return Number(clock[1] ?? 0) * 3_600 + Number(clock[2]) * 60 + Number(clock[3]);
  const number = Number.parseFloat(cell);
  if (!Number.isFinite(number) || number <= 0) return undefined;
  return isMs || number > 20_000 ? Math.round(number / 1_000) : Math.round(number);
}

/** A line of a list such as "Artist - Title". */
export interface Line {
  readonly words: string;
  readonly seconds?: number | undefined;
}

/** The songs of lines that name artist and title around a dash, in whichever order the list has them. */
export function songsOfLines(lines: readonly Line[]): WantedSong[] {
  const all = lines.map(({ words, seconds }) => ({ parts: words.trim().split(DASH), seconds }));
  const pairs = all.filter(({ parts }) => parts.length > 1).map(({ parts }) =>
    [parts[0] ?? "", parts.at(-1) ?? ""] as const
  );
  const isTitleFirst = artistPlaceOf(pairs, 0) === 1;
  return all.flatMap(({ parts, seconds }) => {
    const [first = "", ...rest] = isTitleFirst ? parts.toReversed() : parts;
    if (rest.length === 0) return song(first, "", seconds);
    return song((isTitleFirst ? rest.toReversed() : rest).join(" - "), first, seconds);
  });
}

/** Which of two columns has the artists, 0 or 1: they repeat more often than titles. `usual` where neither does. */
function artistPlaceOf(pairs: readonly (readonly [string, string])[], usual: 0 | 1): 0 | 1 {
  const [first, second] = [0, 1].map((place) => new Set(pairs.map((pair) => pair[place]?.trim().toLowerCase())).size);
  if (first === second || first === undefined || second === undefined) return usual;
  return first < second ? 0 : 1;
}
