import type { WantedSong } from "@contract/match.ts";
import { fileText, otherText } from "../../../lib/file_text.ts";
import { jsonLists } from "./json.ts";
import { m3uLists, plsLists } from "./m3u.ts";
import { type FoundList, listName, type Read } from "./song.ts";
import { tableLists } from "./table.ts";
import { xmlLists } from "./xml.ts";

const MOST_MB = 10;
export const MOST_BYTES = MOST_MB * 1_000_000;
const MOST_ROWS = 10_000;
const READS = "Orin reads CSV, M3U, PLS, XSPF, iTunes' XML and Spotify's JSON.";

export interface ParsedFile {
  lists: FoundList[];
  /** The file had more rows than are read. */
  isCut: boolean;
}

/** What a file holds, or in words why nothing can be read from it. */
export type Parsed = ParsedFile | { problem: string };

/** What may be lyrics, or begin as lyrics do, and is no list of songs. */
const OTHER_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^\[(?:\d{1,3}:\d{2}|(?:ti|ar|al|by|offset|length|re|ve|la|lang):)/i, "lyrics with times"],
  [/^(?:From:|Return-Path:|Received:|Delivered-To:)/i, "a mail"],
  [/^(?:#!|\/\*|\/\/|<\?php|import |function |const )/, "a program's text"],
];

/**
 * Reads the lists of a file that another service or player wrote: a table (Exportify's and others'), M3U, PLS, XSPF, the
 * XML of iTunes, or the JSON of a Spotify account. Nothing of it is run or shown as more than text.
 */
export function parseFile(fileName: string, bytes: Uint8Array): Parsed {
  if (bytes.length > MOST_BYTES) return { problem: `This file is too large: at most ${MOST_MB} MB.` };
  const read = fileText(bytes);
  const found = "kind" in read ? { problem: `This is ${read.kind}.` } : listsOf(read.text, fileName);
  if ("problem" in found) return { problem: `${found.problem} ${READS}` };
  const all = found.map((list) => ({ ...list, rows: unique(list.rows) })).filter(({ rows }) => rows.length > 0);
  return all.length > 0 ? cut(all) : { problem: `No songs were found in this file. ${READS}` };
}

function listsOf(text: string, fileName: string): Read {
  const name = listName(fileName.replace(/\.\w{1,5}$/, ""), "Imported");
  const ending = /\.(\w{1,5})$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  const begin = text.trimStart();
  if (begin === "") return { problem: "This file is empty." };
  const other = otherText(text) ?? OTHER_TEXTS.find(([pattern]) => pattern.test(begin))?.[1];
  if (other !== undefined) return { problem: `This is ${other}.` };
  if (begin.startsWith("<")) return xmlLists(text, name);
  if (/^\[playlist\]/i.test(begin)) return plsLists(text, name);
  if (ending === "json" || /^(?:\{\s*["}]|\[\s*["{[\]])/.test(begin)) return jsonLists(text, name);
  if (/^m3u8?$/.test(ending) || /^#EXT(?:M3U|INF)/i.test(begin)) return m3uLists(text, name);
  return tableLists(text, { name, mostRows: MOST_ROWS + 2, isTable: /^(?:csv|tsv|tab|txt|text|)$/.test(ending) });
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

/** The same song twice in a list is once. */
function unique(rows: readonly WantedSong[]): WantedSong[] {
  return [...new Map(rows.map((row) => [`${row.title}\n${row.artist}`.toLowerCase(), row])).values()];
}
