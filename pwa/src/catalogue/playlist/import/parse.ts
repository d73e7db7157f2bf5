import type { WantedSong } from "@contract/match.ts";
import { parseCsv } from "./csv.ts";
import { decode } from "./decode.ts";

export const MOST_BYTES = 2_000_000;
const MOST_ROWS = 10_000;
const LONGEST = 300;

export interface FoundList {
  name: string;
  rows: WantedSong[];
}

export interface ParsedFile {
  lists: FoundList[];
  /** The file had more rows than are read. */
  isCut: boolean;
}

/** What a file holds, or in words why nothing can be read from it. */
type Parsed = ParsedFile | { problem: string };

/**
 * Reads the lists of a file that another service or player wrote: a table (Exportify's and others'), M3U, or the JSON of
 * a Spotify account. Nothing of it is run or shown as more than text.
 */
export function parseFile(fileName: string, bytes: Uint8Array): Parsed {
  if (bytes.length > MOST_BYTES) return { problem: "This file is too large: at most 2 MB." };
  const text = decode(bytes).replace(/^\ufeff/, "");
  const name = clean(fileName.replace(/\.\w{1,5}$/, "")).slice(0, 80) || "Imported";
  const lists = listsOf(text, { fileName, name });
  if (lists === undefined) return { problem: "This JSON file is broken, or not one of Spotify's playlists." };
  const all = lists.map((list) => ({ ...list, rows: unique(list.rows) })).filter(({ rows }) => rows.length > 0);
  if (all.length === 0) {
    return { problem: "No songs were found in this file. Orin reads CSV, M3U and Spotify's Playlist1.json." };
  }
  return cut(all);
}

function listsOf(text: string, { fileName, name }: { fileName: string; name: string }): FoundList[] | undefined {
  if (/^\s*[{[]/.test(text)) return spotifyLists(text, name);
  if (/\.m3u8?$/i.test(fileName) || /^\s*#EXTM3U/i.test(text)) return [{ name, rows: m3uRows(text) }];
  return [{ name, rows: tableRows(text) }];
}

/** Ten thousand rows in all, over however many lists. */
function cut(lists: readonly FoundList[]): ParsedFile {
  let left = MOST_ROWS;
  const kept = lists.map((list) => {
    const rows = list.rows.slice(0, left);
    left -= rows.length;
    return { ...list, rows };
  });
  const isCut = lists.reduce((sum, { rows }) => sum + rows.length, 0) > MOST_ROWS;
  return { lists: kept.filter(({ rows }) => rows.length > 0), isCut };
}

const COLUMNS = {
  title: /^(track ?name|title|song( ?(name|title))?|track( ?title)?|name)$/,
  artist: /^(artist ?names?|artists?|artist name\(s\)|performer|singer)$/,
  duration: /^((track )?duration( \(?(ms|s|sec|seconds)\)?)?|length|time)$/,
};

/** A table names its columns in its first row; one that names none has the title first, then the artist. */
function tableRows(text: string): WantedSong[] {
  const rows = parseCsv(text, MOST_ROWS + 2);
  const head = (rows[0] ?? []).map((cell) => cell.replace("\ufeff", "").trim().toLowerCase().replaceAll("_", " "));
  const place = (name: keyof typeof COLUMNS) => head.findIndex((cell) => COLUMNS[name].test(cell));
  const named = { title: place("title"), artist: place("artist"), duration: place("duration") };
  const places = named.title >= 0 ? named : { title: 0, artist: 1, duration: -1 };
  const isMs = /ms/.test(head[places.duration] ?? "");
  return rows.slice(named.title >= 0 ? 1 : 0).flatMap((cells) =>
    song(cells[places.title], cells[places.artist], secondsOf(cells[places.duration] ?? "", isMs))
  );
}

/** "3:05", "185" seconds, or milliseconds where the column says so or the number cannot be anything else. */
function secondsOf(cell: string, isMs: boolean): number | undefined {
  const clock = /^\s*(?:(\d{1,2}):)?(\d{1,3}):(\d{2})\s*$/.exec(cell);
  if (clock) return Number(clock[1] ?? 0) * 3_600 + Number(clock[2]) * 60 + Number(clock[3]);
  const number = Number.parseFloat(cell);
  if (!Number.isFinite(number) || number <= 0) return undefined;
  return isMs || number > 20_000 ? Math.round(number / 1_000) : Math.round(number);
}

/** `#EXTINF:123,Artist - Title`, or where that is missing the name of the file. */
function m3uRows(text: string): WantedSong[] {
  const rows: WantedSong[] = [];
  let told: WantedSong[] | undefined;
  for (const line of text.split(/\r\n|\n|\r/).map((one) => one.trim())) {
    const [, seconds = "", words] = /^#EXTINF:\s*(-?\d+)[^,]*,(.*)$/i.exec(line) ?? [];
    if (words !== undefined) told = dashed(words, secondsOf(seconds, false));
    else if (line !== "" && !line.startsWith("#")) {
      rows.push(...told ?? dashed(fileTitle(line)));
      told = undefined;
    }
  }
  return rows;
}

function dashed(words: string, seconds?: number): WantedSong[] {
  const [artist, ...title] = words.split(/\s+[-–—]\s+/);
  return title.length === 0 ? song(artist, "", seconds) : song(title.join(" - "), artist, seconds);
}

/** "/Music/01 Artist - Title.mp3" without its folder, number and ending. */
function fileTitle(path: string): string {
  const last = path.split(/[\\/]/).at(-1) ?? "";
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {
    // A plain name with a % in it.
  }
  return name.replace(/\.\w{2,4}$/, "").replace(/^\d{1,3}[ .-]+/, "");
}

/** `Playlist1.json` of a Spotify account, or its library of liked songs. */
function spotifyLists(text: string, name: string): FoundList[] | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { playlists, tracks } = membersOf(read);
  if (Array.isArray(tracks)) {
    const rows = tracks.map(membersOf).flatMap((one) => song(one.track ?? one.trackName, one.artist ?? one.artistName));
    return [{ name: "Liked on Spotify", rows }];
  }
  if (!Array.isArray(playlists)) return undefined;
  return playlists.map(membersOf).map((list) => ({
    name: clean(list.name).slice(0, 80) || name,
    rows: (Array.isArray(list.items) ? list.items : []).map((item) => membersOf(membersOf(item).track))
      .flatMap(({ trackName, artistName }) => song(trackName, artistName)),
  }));
}

function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}

function song(title: unknown, artist: unknown, durationSeconds?: number): WantedSong[] {
  const named = { title: clean(title), artist: clean(artist) };
  if (!/[\p{L}\p{N}]/u.test(named.title)) return [];
  return [{ ...named, ...(durationSeconds !== undefined && durationSeconds <= 86_400 && { durationSeconds }) }];
}

/** One line of plain text: no NUL, no characters that turn the page around, no longer than a name is. */
function clean(text: unknown): string {
  if (typeof text !== "string") return "";
  return text.replaceAll(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, " ").replaceAll(/\s+/g, " ")
    .trim().slice(0, LONGEST).toWellFormed();
}

/** The same song twice in a list is once. */
function unique(rows: readonly WantedSong[]): WantedSong[] {
  return [...new Map(rows.map((row) => [`${row.title}\n${row.artist}`.toLowerCase(), row])).values()];
}
