import type { AlbumCard } from "@contract/discover.ts";
import { folded } from "@contract/normalize_text.ts";
import type { PlaylistCard } from "@contract/playlists.ts";
import { plural } from "../../lib/format.ts";

/** One thing of the library: a list of one's own, a shared one, the liked or saved songs, or an album. */
export interface LibraryItem {
  /** Names it among the pins. */
  key: string;
  kind: "playlist" | "album";
  title: string;
  /** What it is and how much is in it. */
  about: string;
  to: string;
  picture: "heart" | "device" | { covers: readonly string[]; seed: string };
  folder?: string | undefined;
  /** When it changed last, or came out; epoch ms. 0: not known. */
  at: number;
}

const MINE = "mine";
export const LIKED = "liked";

/** Pinned for who has never chosen. */
export const FIRST_PINS: readonly string[] = [MINE, LIKED, "saved"];

interface LibraryParts {
  lists: readonly PlaylistCard[];
  /** How many songs are liked; undefined until that is known. */
  liked: number | undefined;
  /** How many songs are saved on this device, and when the last one was added (epoch ms). */
  saved: { songs: number; at: number };
  /** Of artists whom one follows. */
  albums: readonly AlbumCard[];
}

/** All that is in the library, in no order. Saved music is among it once there is some. */
export function libraryItems({ lists, liked, saved, albums }: LibraryParts): LibraryItem[] {
  const mine = lists.find(({ isDefault }) => isDefault);
  const items: LibraryItem[] = [
    {
      ...{ key: MINE, kind: "playlist", title: "My Playlist", to: "/playlist", at: timeOf(mine?.updatedAt) },
      about: mine ? plural(mine.trackCount, "song") : "Playlist",
      picture: { covers: mine?.covers ?? [], seed: "My Playlist" },
    },
    {
      ...{ key: LIKED, kind: "playlist", title: "Liked Songs", to: "/playlist?list=liked", picture: "heart", at: 0 },
      about: liked === undefined ? "Playlist" : plural(liked, "song"),
    },
  ];
  if (saved.songs > 0) {
    items.push({
      ...{ key: "saved", kind: "playlist", title: "Saved music", to: "/saved", picture: "device", at: saved.at },
      about: `${plural(saved.songs, "song")} on this device`,
    });
  }
  return [...items, ...lists.filter(({ isDefault }) => !isDefault).map(ofList), ...albums.map(ofAlbum)];
}

function ofList({ _id, name, trackCount, covers, isShared, folder, updatedAt }: PlaylistCard): LibraryItem {
  return {
    ...{ key: `playlist ${_id}`, kind: "playlist", title: name, to: `/playlist?list=${_id}`, folder },
    about: `${isShared ? "Shared playlist" : "Playlist"} · ${plural(trackCount, "song")}`,
    picture: { covers, seed: _id },
    at: timeOf(updatedAt),
  };
}

function ofAlbum({ _id, title, artist, coverImageUrl, releasedAt }: AlbumCard): LibraryItem {
  return {
    ...{ key: `album ${_id}`, kind: "album", title, about: `Album · ${artist}`, to: `/music-details?id=${_id}` },
    picture: { covers: coverImageUrl === "" ? [] : [coverImageUrl], seed: _id },
    at: timeOf(releasedAt),
  };
}

function timeOf(at: string | undefined): number {
  return at === undefined ? 0 : Date.parse(at);
}

export interface LibraryView {
  kind: "all" | LibraryItem["kind"];
  /** What is typed to find one. */
  words: string;
  sort: "recent" | "name";
  /** Keys, in the order in which they were pinned. */
  pins: readonly string[];
}

/** A row of the library, or a folder with its rows. */
export type LibraryEntry = LibraryItem | { folder: string; items: LibraryItem[] };

/** What is shown: pinned things first, as they were pinned, then the rest in the chosen order; folders keep theirs. */
export function arranged(items: readonly LibraryItem[], { kind, words, sort, pins }: LibraryView): LibraryEntry[] {
  const asked = folded(words);
  const found = items.filter((item) =>
    (kind === "all" || item.kind === kind) && (asked === "" || folded(`${item.title} ${item.about}`).includes(asked))
  );
  const pinned = pins.flatMap((key) => found.find((item) => item.key === key) ?? []);
  const rest = found.filter((item) => !pinned.includes(item)).toSorted(sort === "name" ? byName : byTime);
  // Who looks for a name finds it without opening folders.
  return [...pinned, ...(asked === "" ? inFolders(rest) : rest)];
}

const byName = (one: LibraryItem, two: LibraryItem) => one.title.localeCompare(two.title);
const byTime = (one: LibraryItem, two: LibraryItem) => two.at - one.at || byName(one, two);

/** Each folder comes where its first list would. */
function inFolders(items: readonly LibraryItem[]): LibraryEntry[] {
  const folders = new Map<string, LibraryItem[]>();
  return items.flatMap((item): LibraryEntry[] => {
    if (item.folder === undefined) return [item];
    const known = folders.get(item.folder);
    if (known) {
      known.push(item);
      return [];
    }
    const own = [item];
    folders.set(item.folder, own);
    return [{ folder: item.folder, items: own }];
  });
}
