import { parseXml, XmlElement } from "@rgrove/parse-xml";
import { fileTitle } from "./m3u.ts";
import { type FoundList, listName, type Read, secondsOf, song, songsOfLines } from "./song.ts";

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
export function xmlLists(text: string, name: string): Read {
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
