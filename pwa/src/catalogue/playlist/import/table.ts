import type { WantedSong } from "@contract/match.ts";
import { type Held, heldBy, isColumnName, type Named, namedBy, namesLength, namesMs, namesNumber } from "./columns.ts";
import { type FoundList, type Line, listName, type Read, secondsOf, song, songsOfLines } from "./song.ts";

/** So many rows tell what a column holds. */
const LOOKED_AT = 200;
/** Cells of this kind are in lists of songs and in no other table. */
const OF_MUSIC: readonly Held[] = ["track", "isrc", "ms"];
/** A table that names no columns has few of them, and most rows have as many cells. */
const MOST_UNNAMED = 5;
const MOST_ALIKE = 0.8;
const LONGEST_WORDS = 70;
const LONGEST_LINE = 500;
const NO_SONGS = { problem: "This text has no list of songs: name the title and the artist in each line." };

interface Column {
  readonly place: number;
  /** In the first row. */
  readonly head: string;
  readonly cells: readonly string[];
  readonly named: Named | undefined;
  readonly held: Held;
}

interface TableOptions {
  readonly name: string;
  readonly mostRows: number;
  /** Its name ends as that of a table or text: without names of columns it is read as well. */
  readonly isTable: boolean;
}

/**
 * A table as other services export it. Its columns are known by their names in many languages, else by what they hold;
 * a list without names of columns has a title and an artist in each row, in either order.
 */
export function tableLists(text: string, { name, mostRows, isTable }: TableOptions): Read {
  const rows = withoutPreface(parseCsv(text, mostRows));
  const [head = [], ...body] = rows;
  const columns = columnsOf(head, body);
  if (hasHead(columns)) {
    const places = namedPlaces(columns);
    return "problem" in places ? places : listsOf(body.filter((row) => row.join() !== head.join()), { places, name });
  }
  if (!isTable) return NO_SONGS;
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.slice(0, LONGEST_LINE).trim()).filter((line) => line !== "")
    .slice(0, mostRows);
  const listed = listedIn(lines);
  if (listed) return [{ name, rows: songsOfLines(listed) }];
  const places = areSentences(lines) ? undefined : unnamedPlaces(rows);
  return places ? listsOf(rows, { places, name }) : NO_SONGS;
}

/** Without lone cells above the names of the columns. */
function withoutPreface(rows: string[][]): string[][] {
  const [first, second] = rows;
  return first?.length === 1 && second && second.length > 1 ? rows.slice(1) : rows;
}

function columnsOf(head: readonly string[], body: readonly (readonly string[])[]): Column[] {
  const width = Math.max(head.length, ...body.slice(0, LOOKED_AT).map((row) => row.length));
  return Array.from({ length: width }, (_, place) => {
    const cells = body.slice(0, LOOKED_AT).map((row) => row[place] ?? "");
    const said = head[place]?.replace(/^\ufeff/, "").trim() ?? "";
    return { place, head: said, cells, named: namedBy(said), held: heldBy(cells) };
  });
}

/** The first row names the columns where it says title and artist, or holds none of what is below it. */
function hasHead(columns: readonly Column[]): boolean {
  const says = (named: Named) => columns.some((column) => column.named === named);
  if (says("artist") && (says("title") || says("name"))) return true;
  const isOther = ({ head, held }: Column) =>
    head !== "" && held !== "text" && held !== "empty" && heldBy([head]) === "text";
  return columns.some(isOther) || columns.some(({ head }) => isColumnName(head));
}

interface Places {
  readonly title: number;
  /** -1 where the table has none. */
  readonly artist: number;
  readonly duration: number;
  readonly isMs: boolean;
  readonly list: number;
}

function namedPlaces(columns: readonly Column[]): Places | { problem: string } {
  const words = columns.filter(({ held }) => !["track", "address", "isrc", "personal"].includes(held));
  const texts = words.filter(({ held }) => held === "text" || held === "empty");
  const by = (named: Named, among: readonly Column[] = texts) => among.find((column) => column.named === named);
  const isMusic = columns.some(({ held }) => OF_MUSIC.includes(held));
  const unknown = words.filter(({ named, held }) => named === undefined && held === "text");
  const behind = columns.findIndex(({ held }) => held === "track") + 1;
  const next = behind > 0 ? unknown.find(({ place }) => place === behind) : undefined;
  // A list may have no song but "22".
  const others = words.filter(({ head }) => !namesNumber(head));
  let title = by("title") ?? by("name") ?? by("title", others);
  let artist = by("artist") ?? by("artist", others);
  if (isMusic && !title && !artist) {
    [title, artist] = inOrder(next ? [next, ...unknown.filter((one) => one !== next)] : unknown);
  } else if (isMusic || artist) {
    title ??= next ?? unknown[0];
    artist ??= unknown.find((one) => one !== title);
  }
  const length =
    columns.find(({ head, held }) => namesLength(head) && (held === "clock" || held === "ms" || held === "number")) ??
      columns.find(({ held, named }) => (held === "clock" || held === "ms") && named === undefined);
  if (!title || (!artist && !length)) return { problem: missing(columns, title ? "artists" : "titles") };
  const list = words.find(({ named }) => named === "playlist");
  return {
    ...{ title: title.place, artist: artist?.place ?? -1, duration: length?.place ?? -1, list: list?.place ?? -1 },
    isMs: length !== undefined && (length.held === "ms" || namesMs(length.head)),
  };
}

/** The title's column, then the artist's. */
function inOrder(texts: readonly Column[]): [Column | undefined, Column | undefined] {
  const kinds = ({ cells }: Column) => new Set(cells.map((cell) => cell.trim().toLowerCase())).size;
  // Artists and albums repeat more often than titles.
  const most = Math.max(...texts.map(kinds));
  const title = texts.find((column) => kinds(column) === most);
  return [title, texts.find((column) => column !== title)];
}

function missing(columns: readonly Column[], what: string): string {
  const heads = columns.map(({ head }) => head).filter((head) => head !== "");
  const some = heads.slice(0, 6).map((head) => `“${head.slice(0, 40)}”`).join(", ");
  return `No column with ${what} was found. This table has ${some}${heads.length > 6 ? " and more" : ""}.`;
}

/** Rows that each hold two texts and nothing personal. */
function unnamedPlaces(rows: readonly (readonly string[])[]): Places | undefined {
  const columns = columnsOf([], rows);
  const width = mostCommon(rows.map((row) => row.length));
  const texts = columns.filter(({ held, place }) => held === "text" && place < width);
  const alike = rows.filter((row) => row.length === width).length >= rows.length * MOST_ALIKE;
  const isMusic = columns.some(({ held }) => OF_MUSIC.includes(held));
  const areShort = texts.every(({ cells }) => cells.join("").length <= cells.length * LONGEST_WORDS);
  // Of what was heard there is the time, beside three texts.
  const isStrange = columns.some(({ held }) =>
    held === "personal" || held === "address" || (held === "date" && texts.length < 3)
  );
  if (!alike || !areShort || (!isMusic && (width > MOST_UNNAMED || isStrange))) return undefined;
  // Last.fm's has artist, album, title and the time: one that is too short to tell is read so.
  const isHeard = columns.some(({ held }) => held === "date");
  const [title, artist] = inOrder(isHeard ? [...texts.slice(2), ...texts.slice(0, 2)] : texts);
  if (!title || !artist) return undefined;
  const length = columns.find(({ held }) => held === "clock" || held === "ms") ??
    columns.find(({ held, place, cells }) =>
      held === "number" && place > title.place && cells.every((cell) => Number(cell || 60) >= 30)
    );
  return {
    title: title.place,
    artist: artist.place,
    duration: length?.place ?? -1,
    isMs: length?.held === "ms",
    list: -1,
  };
}

/** A letter has as many commas as a table of few columns. */
function areSentences(lines: readonly string[]): boolean {
  return lines.filter((line) => /\p{Ll}[.!?]$/u.test(line)).length >= lines.length / 4;
}

function mostCommon(numbers: readonly number[]): number {
  const times = Map.groupBy(numbers, (number) => number);
  return [...times].toSorted(([, one], [, two]) => two.length - one.length)[0]?.[0] ?? 0;
}

/** Most lines are "Artist - Title", or "Title by Artist"; a number or time before it is none of its words. */
function listedIn(lines: readonly string[]): Line[] | undefined {
  const bare = lines.map((line) =>
    line.replace(/^(?:\d{1,3}[.)]|\[?(?:\d+:)?\d{1,2}:\d{2}\]?)\s+(?:[-–—]\s+)?/, "").replaceAll(/^["“]|["”]$/g, "")
  );
  const isMost = (pattern: RegExp) =>
    bare.filter((line) => pattern.test(line)).length >= Math.max(1, bare.length * MOST_ALIKE);
  const areShort = bare.join("").length <= bare.length * 2 * LONGEST_WORDS;
  if (!areShort || isMost(/^\d{4}-\d\d|:\/\//)) return undefined;
  if (isMost(/^[^\t]*\S\s+[-–—]\s+\S[^\t]*$/)) return bare.map((words) => ({ words }));
  const by = /^(.+) by (.+)$/i;
  return isMost(/^[^\t,;]+ by [^\t;]+$/i) ? bare.map((line) => ({ words: line.replace(by, "$2 - $1") })) : undefined;
}

function listsOf(
  rows: readonly (readonly string[])[],
  { places, name }: { places: Places; name: string },
): FoundList[] {
  const lists = Map.groupBy(rows, (row) => listName(row[places.list], name));
  return [...lists].map(([name, rows]) => ({ name, rows: rows.flatMap((row) => songOf(row, places)) }));
}

function songOf(row: readonly string[], { title, artist, duration, isMs }: Places): WantedSong[] {
  return song(row[title], row[artist], secondsOf(row[duration] ?? "", isMs));
}

/** An open quote that runs longer than this is a slip, not a cell of many lines. */
const LONGEST_CELL_LINES = 8;

/** A line above the names of the columns may say what the table is. */
const FIRST_LINES = 3;

/** The rows of a table with cells in quotes or without; what separates them is read from its first lines. */
function parseCsv(text: string, mostRows: number): string[][] {
  const lines = text.split(/\r\n|\n|\r/);
  // Excel's own note.
  const said = /^"?sep=(.)"?$/i.exec(lines[0] ?? "")?.[1];
  const separator = said ?? separatorOf(lines.filter((line) => line.trim() !== "").slice(0, FIRST_LINES));
  const rows: string[][] = [];
  for (let at = said === undefined ? 0 : 1; at < lines.length && rows.length < mostRows;) {
    const { cells, used } = rowAt(lines, at, separator);
    if (cells.some((cell) => cell.trim() !== "")) rows.push(cells);
    at += used;
  }
  return rows;
}

function separatorOf(lines: readonly string[]): string {
  const bare = lines.map((line) => line.replaceAll(/"[^"]*"/g, ""));
  // In all of them: a title of one line may have many commas.
  const count = (separator: string) => Math.min(...bare.slice(-2).map((line) => line.split(separator).length));
  return [",", ";", "\t", "|"].toSorted((one, two) => count(two) - count(one))[0] ?? ",";
}

/** The row that begins at a line. A quote that never ends costs its own line alone: it is read as a letter. */
function rowAt(lines: readonly string[], at: number, separator: string): { cells: string[]; used: number } {
  for (let used = 1; used <= LONGEST_CELL_LINES && at + used <= lines.length; used++) {
    const cells = cellsOf(lines.slice(at, at + used).join("\n"), separator);
    if (cells) return { cells, used };
  }
  return { cells: (lines[at] ?? "").replaceAll('"', "").split(separator), used: 1 };
}

/** Undefined while a quote is open. */
function cellsOf(line: string, separator: string): string[] | undefined {
  const cells: string[] = [];
  let [cell, isQuoted] = ["", false];
  for (let index = 0; index < line.length; index++) {
    const letter = line[index] ?? "";
    if (isQuoted && letter === '"' && line[index + 1] === '"') cell += line[++index];
    else if (isQuoted) letter === '"' ? isQuoted = false : cell += letter;
    // A quote inside a word is one: 12" mix.
    else if (letter === '"' && cell.replace("=", "").trim() === "") [cell, isQuoted] = ["", true];
    else if (letter === separator) {
      cells.push(cell);
      cell = "";
    } else cell += letter;
  }
  return isQuoted ? undefined : [...cells, cell];
}
