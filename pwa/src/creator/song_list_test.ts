import type { OwnTrack } from "@contract/uploads.ts";
import { expect, it } from "vitest";
import { givenTrack } from "../../testing/given_tracks.ts";
import { type SongSort, songsShown } from "./song_list.ts";

const song = (title: string, more = {}) =>
  ({ ...givenTrack(title), state: "ready", genre: "jazz", downloadable: true, ...more }) as OwnTrack;
const TRACKS = [song("Ìfẹ́"), song("Danfo", { state: "failed" }), song("Bisi")];
const [ife = "", danfo = "", bisi = ""] = TRACKS.map(({ _id }) => _id);
const figure = (plays: number, savers: number, gifts: number) => ({
  plays,
  savers,
  gifts,
  royalties: 1,
  listeners: null,
});
const FIGURES = { [ife]: figure(5, 1, 0), [bisi]: figure(9, 0, 700) };
const titles = (sort: SongSort, search = "") =>
  songsShown(TRACKS, { search, sort, figures: FIGURES }).map(({ title }) => title);

it("finds songs by words without their marks, and none by words that one song does not hold together", () => {
  expect(titles("newest", "ife")).toEqual(["Ìfẹ́"]);
  expect(titles("newest", "danfo bisi")).toEqual([]);
});

it("has every order, and a song without figures is last in those of figures", () => {
  expect(titles("newest")).toEqual(["Ìfẹ́", "Danfo", "Bisi"]);
  expect(titles("title")).toEqual(["Bisi", "Danfo", "Ìfẹ́"]);
  expect(titles("plays")).toEqual(["Bisi", "Ìfẹ́", "Danfo"]);
  expect(titles("savers")).toEqual(["Ìfẹ́", "Danfo", "Bisi"]);
  expect(titles("earned")).toEqual(["Bisi", "Ìfẹ́", "Danfo"]);
  expect(titles("state")).toEqual(["Danfo", "Ìfẹ́", "Bisi"]);
  expect(danfo).not.toBe("");
});
