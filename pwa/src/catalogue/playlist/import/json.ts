import type { WantedSong } from "@contract/match.ts";
import { type FoundList, listName, type Read, secondsOf, song } from "./song.ts";

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
export function jsonLists(text: string, name: string): Read {
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
