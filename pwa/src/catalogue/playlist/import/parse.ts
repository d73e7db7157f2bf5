import { parseXml, XmlElement } from "@rgrove/parse-xml";
import type { WantedSong } from "@contract/match.ts";
import { fileText, otherText } from "../../../lib/file_text.ts";
import { type FoundList, type Line, listName, type Read, secondsOf, song, songsOfLines } from "./song.ts";
import { tableLists } from "./table.ts";

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

type Members = Record<string, unknown>;

/** In small letters alone: services write one name in many ways. */
const TITLES = ["trackname", "track", "title", "name", "song", "mastermetadatatrackname"];
const ARTISTS = ["artistname", "artist", "artists", "creator", "mastermetadataalbumartistname"];
const LENGTHS_MS = ["durationms", "trackduration"];
/** Under these names a list has its songs. */
const SONGS = ["tracks", "items", "songs", "track"];

/**
 * `Playlist1.json`, `YourLibrary.json` and the history of a Spotify account, and other lists of songs that each have a
 * title and an artist.
 */
function jsonLists(text: string, name: string): Read {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return { problem: "This JSON file is broken, perhaps cut off: export it again." };
  }
  const { playlists, playlist, tracks } = membersOf(read);
  // JSPF has one list.
  const lists = Array.isArray(playlists)
    ? playlists.map((list) => listOf(list, name))
    : [listOf(playlist ?? read, name)];
  const isSpotifyLibrary = Array.isArray(tracks) && "bannedTracks" in membersOf(read);
  const named = isSpotifyLibrary ? lists.map((list) => ({ ...list, name: "Liked on Spotify" })) : lists;
  return named.some(({ rows }) => rows.length > 0)
    ? named
    : { problem: "This JSON file has no list of songs with their artists." };
}

function listOf(value: unknown, name: string): FoundList {
  const said = membersOf(value);
  const inside = SONGS.map((key) => said[key]).find((one) => typeof one === "object" && one !== null);
  // Spotify's own answers have the songs as `tracks.items`.
  const songs = Array.isArray(value) ? value : Array.isArray(inside) ? inside : membersOf(inside)["items"];
  return {
    name: listName(said["name"] ?? said["title"], name),
    rows: (Array.isArray(songs) ? songs : []).flatMap(songOf),
  };
}

function songOf(entry: unknown): WantedSong[] {
  const outer = membersOf(entry);
  if (typeof outer["track"] === "object" && outer["track"] !== null) return songOf(outer["track"]);
  const local = /^spotify:local:([^:]*):[^:]*:([^:]+):(\d*)$/.exec(String(membersOf(outer["localTrack"])["uri"] ?? ""));
  if (local) return song(unescaped(local[2]), unescaped(local[1]), secondsOf(local[3] ?? ""));
  const artist = namesOf(first(outer, ARTISTS));
  if (artist === "") return [];
  const ms = first(outer, LENGTHS_MS);
  return song(first(outer, TITLES), artist, secondsOf(String(ms ?? outer["duration"] ?? ""), ms !== undefined));
}

function first(members: Members, keys: readonly string[]): unknown {
  const byName = new Map(
    Object.entries(members).map(([key, value]) => [key.toLowerCase().replaceAll(/[^a-z]/g, ""), value]),
  );
  return keys.map((key) => byName.get(key)).find((value) => value !== undefined && value !== null && value !== "");
}

/** "Ngozi", ["Ngozi", "Ada"], { name: "Ngozi" } or a list of such. */
function namesOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(namesOf).filter((name) => name !== "").join(", ");
  return typeof value === "string" ? value : String(membersOf(value)["name"] ?? "");
}

function unescaped(text = ""): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null ? value as Members : {};
}

/** What other files of XML are, by their first element. */
const KINDS: Readonly<Record<string, string>> = {
  ...{
    html: "a web page",
    svg: "a drawing",
    rss: "a news feed",
    feed: "a news feed",
    smil: "a Windows Media playlist",
  },
  ...{ asx: "a Windows Media playlist", kml: "a map", gpx: "a map", opml: "a list of feeds", TEI: "a text" },
};

/** XSPF, as VLC and others write it, and the library or a playlist of iTunes and Apple Music. */
function xmlLists(text: string, name: string): Read {
  let root: XmlElement | null;
  try {
    root = parseXml(text.trimStart().replaceAll(/(?![\t\n\r])\p{Cc}/gu, "")).root;
  } catch {
    return { problem: "This XML file is broken, perhaps cut off: export it again." };
  }
  if (root?.name === "playlist" && child(root, "trackList")) return [xspf(root, name)];
  if (root?.name === "plist") return appleLists(valueOf(elements(root)[0]), name);
  return { problem: `This is ${KINDS[root?.name ?? ""] ?? `an XML file of another kind (${root?.name})`}.` };
}

function xspf(root: XmlElement, name: string): FoundList {
  const tracks = elements(child(root, "trackList")).filter((one) => one.name === "track");
  const rows = tracks.flatMap((track) => {
    const said = (part: string) => child(track, part)?.text.trim() ?? "";
    const seconds = secondsOf(said("duration"), true);
    if (said("title") !== "" && said("creator") !== "") return song(said("title"), said("creator"), seconds);
    return songsOfLines([{ words: said("title") || fileTitle(said("location")), seconds }]);
  });
  return { name: listName(child(root, "title")?.text, name), rows };
}

/** The playlists that a person made; songs that are in none of them come as a list with the file's name. */
function appleLists(library: unknown, name: string): Read {
  const tracks = mapOf(mapOf(library).get("Tracks"));
  if (tracks.size === 0) return { problem: "This property list has no songs." };
  const lists = arrayOf(mapOf(library).get("Playlists")).map(mapOf)
    .filter((list) => !["Master", "Distinguished Kind", "Folder"].some((key) => list.has(key)))
    .map((list) => ({
      list,
      ids: arrayOf(list.get("Playlist Items")).map((item) => String(mapOf(item).get("Track ID"))),
    }));
  const listed = new Set(lists.flatMap(({ ids }) => ids));
  const rowsOf = (ids: readonly string[]) => ids.flatMap((id) => appleSong(mapOf(tracks.get(id))));
  return [
    ...lists.map(({ list, ids }) => ({ name: listName(list.get("Name"), name), rows: rowsOf(ids) })),
    { name, rows: rowsOf([...tracks.keys()].filter((id) => !listed.has(id))) },
  ];
}

function appleSong(track: ReadonlyMap<string, unknown>) {
  if (["Podcast", "Movie", "TV Show"].some((kind) => track.get(kind) === "true")) return [];
  return song(track.get("Name"), track.get("Artist"), secondsOf(String(track.get("Total Time") ?? ""), true));
}

/** A dict as a map, an array as one, all else as its text; `<true/>` as "true". */
function valueOf(element: XmlElement | undefined): unknown {
  if (element?.name === "array") return elements(element).map(valueOf);
  if (element?.name !== "dict") return element?.text || element?.name;
  const members = elements(element);
  return new Map(
    members.flatMap((one, index) => one.name === "key" ? [[one.text, valueOf(members[index + 1])] as const] : []),
  );
}

function mapOf(value: unknown): ReadonlyMap<string, unknown> {
  return value instanceof Map ? value : new Map();
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function elements(parent: XmlElement | undefined): XmlElement[] {
  return parent?.children.filter((one) => one instanceof XmlElement) ?? [];
}

function child(parent: XmlElement, name: string): XmlElement | undefined {
  return elements(parent).find((one) => one.name === name);
}

/** An attribute as tools for television write it: `group-title="Afro, new"`, perhaps with a quote inside its quotes. */
const ATTRIBUTES = /^(?:\s+[\w.-]+=(?:"[^"]*(?:"(?![\s,])[^"]*)*"|[^\s",]*))*\s*,/;

const LONGEST_LINE = 2_000;

/**
 * `#EXTINF:123,Artist - Title`, or where that is missing the name of the file. `#PLAYLIST:` names the list, and begins
 * another one where songs came before it.
 */
function m3uLists(text: string, name: string): Read {
  if (/^#EXT-X-(?:TARGETDURATION|STREAM-INF|MEDIA)/m.test(text)) {
    return { problem: "This is the index of a live stream." };
  }
  const lists: { name: string; lines: Line[] }[] = [];
  let list = { name, lines: [] as Line[] };
  let told: Line | undefined;
  for (const line of text.split(/\r\n|\n|\r/).map((one) => one.slice(0, LONGEST_LINE).trim())) {
    const [, named] = /^#PLAYLIST:(.*)$/i.exec(line) ?? [];
    const [, seconds = "", rest] = /^#EXTINF:\s*([-+]?\d*(?:\.\d+)?)(.*)$/i.exec(line) ?? [];
    if (named !== undefined) {
      if (list.lines.length > 0) lists.push(list);
      list = { name: listName(named, name), lines: [] };
    } else if (rest !== undefined) told = { words: titleOf(rest), seconds: secondsOf(seconds) };
    else if (line !== "" && !line.startsWith("#")) {
      list.lines.push(told && told.words !== "" ? told : { ...told, words: fileTitle(line) });
      told = undefined;
    }
  }
  return [...lists, list].map(({ name, lines }): FoundList => ({ name, rows: songsOfLines(lines) }));
}

function titleOf(rest: string): string {
  const attributes = ATTRIBUTES.exec(rest)?.[0];
  // Of a line that is written wrong, what follows its last attribute.
  return (attributes !== undefined ? rest.slice(attributes.length) : rest.replace(/^.*",|^[^,]*,/, "")).trim();
}

/** `Title1=Artist - Title` with `File1=` and `Length1=`, in any order. */
function plsLists(text: string, name: string): FoundList[] {
  const entries = new Map<string, Partial<Record<"file" | "title" | "length", string>>>();
  for (const [, key = "", number = "", value = ""] of text.matchAll(/^\s*(file|title|length)(\d+)\s*=(.*)$/gim)) {
    entries.set(number, { ...entries.get(number), [key.toLowerCase()]: value.trim() });
  }
  const lines = [...entries.values()].map(({ file = "", title, length = "" }) => (
    { words: title || fileTitle(file), seconds: secondsOf(length) }
  ));
  return [{ name, rows: songsOfLines(lines) }];
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
  return name.replace(/\.\w{2,4}$/, "").replace(/^\d{1,3}(?:[.-]\s*|\s+-?\s*)/, "").replaceAll("_", " ");
}
