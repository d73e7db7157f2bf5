import { describe, expect, it } from "vitest";
import { arranged, FIRST_PINS, libraryItems, type LibraryView } from "./library_items.ts";

const LIST = { isDefault: false, isPublic: false, trackCount: 2, covers: [] };
const LISTS = [
  { ...LIST, _id: "p0", name: "My Playlist", isDefault: true, trackCount: 1 },
  { ...LIST, _id: "p1", name: "Owambe", updatedAt: "2026-11-01T00:00:00Z", isShared: true },
  { ...LIST, _id: "p2", name: "Ààrọ̀", updatedAt: "2026-11-03T00:00:00Z", folder: "Week" },
  { ...LIST, _id: "p3", name: "Friday", updatedAt: "2026-11-02T00:00:00Z", folder: "Week" },
];
const ALBUM = {
  ...{ _id: "a1", title: "Èkó", artist: "Bísí", artistId: "b", coverImageUrl: "", placeholder: "", trackCount: 3 },
  ...{ durationSeconds: 600, releasedAt: "2026-11-02T12:00:00Z" },
};
const NO_SAVED = { songs: 0, at: 0 };

const items = libraryItems({ lists: LISTS, liked: 4, saved: { songs: 5, at: 1 }, albums: [ALBUM] });
const shown = (view: Partial<LibraryView> = {}) =>
  arranged(items, { kind: "all", words: "", sort: "recent", pins: FIRST_PINS, ...view }).map((entry) =>
    "key" in entry ? entry.title : [entry.folder, ...entry.items.map(({ title }) => title)]
  );

describe("the library", () => {
  it("has one's own lists, shared, liked and saved ones, and albums of artists whom one follows", () => {
    expect(items.map(({ title, about, to }) => [title, about, to])).toEqual([
      ["My Playlist", "1 song", "/playlist"],
      ["Liked Songs", "4 songs", "/playlist?list=liked"],
      ["Saved music", "5 songs on this device", "/saved"],
      ["Owambe", "Shared playlist · 2 songs", "/playlist?list=p1"],
      ["Ààrọ̀", "Playlist · 2 songs", "/playlist?list=p2"],
      ["Friday", "Playlist · 2 songs", "/playlist?list=p3"],
      ["Èkó", "Album · Bísí", "/music-details?id=a1"],
    ]);
  });

  it("shows no saved music where there is none, and no number that is not known", () => {
    const few = libraryItems({ lists: [], liked: undefined, saved: NO_SAVED, albums: [] });
    expect(few.map(({ title, about }) => [title, about])).toEqual([
      ["My Playlist", "Playlist"],
      ["Liked Songs", "Playlist"],
    ]);
  });

  it("puts what is pinned first, then what is recent or by name, with folders as one row", () => {
    const pinned = ["My Playlist", "Liked Songs", "Saved music"];
    const week = ["Week", "Ààrọ̀", "Friday"];
    expect(shown()).toEqual([...pinned, week, "Èkó", "Owambe"]);
    expect(shown({ sort: "name" })).toEqual([...pinned, week, "Èkó", "Owambe"]);
    expect(shown({ pins: ["album a1", "liked"] })).toEqual([
      ...["Èkó", "Liked Songs", week, "Owambe", "Saved music", "My Playlist"],
    ]);
    expect(shown({ pins: ["playlist p3", "gone"], sort: "name" })).toEqual([
      ...["Friday", ["Week", "Ààrọ̀"], "Èkó", "Liked Songs", "My Playlist", "Owambe", "Saved music"],
    ]);
  });

  it("filters by kind, and by words without their accents, also in folders", () => {
    expect(shown({ kind: "album" })).toEqual(["Èkó"]);
    expect(shown({ words: "aaro" })).toEqual(["Ààrọ̀"]);
    expect(shown({ words: "bisi" })).toEqual(["Èkó"]);
    expect(shown({ words: "nothing" })).toEqual([]);
  });
});
