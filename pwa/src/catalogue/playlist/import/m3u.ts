import { type FoundList, type Line, listName, type Read, secondsOf, songsOfLines } from "./song.ts";

/** An attribute as tools for television write it: `group-title="Afro, new"`, perhaps with a quote inside its quotes. */
const ATTRIBUTES = /^(?:\s+[\w.-]+=(?:"[^"]*(?:"(?![\s,])[^"]*)*"|[^\s",]*))*\s*,/;

const LONGEST_LINE = 2_000;

/**
 * `#EXTINF:123,Artist - Title`, or where that is missing the name of the file. `#PLAYLIST:` names the list, and begins
 * another one where songs came before it.
 */
export function m3uLists(text: string, name: string): Read {
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
export function plsLists(text: string, name: string): FoundList[] {
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
export function fileTitle(path: string): string {
  const last = path.split(/[\\/]/).at(-1) ?? "";
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {
    // A plain name with a % in it.
  }
  return name.replace(/\.\w{2,4}$/, "").replace(/^\d{1,3}(?:[.-]\s*|\s+-?\s*)/, "").replaceAll("_", " ");
}
