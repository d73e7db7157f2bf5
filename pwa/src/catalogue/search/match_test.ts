import { describe, expect, it } from "vitest";
import type { Found } from "./found.ts";
import { fitOf, topOf } from "./match.ts";

const found = (kind: Found["kind"], title: string, detail = ""): Found => ({
  ...{ id: title, kind, title, detail, imageUrl: undefined, href: undefined, isOurs: true, previewUrl: null },
});
const top = (query: string, ...all: Found[]) =>
  topOf(all.map((one) => ({ kind: one.kind, found: [one], total: 1 })), query)?.title;

it.each([
  ["Èkó", "", "eko", 4],
  ["Àdùkẹ́ Bright", "", "adu", 3],
  ["Àdùkẹ́ Bright", "", "bri", 2],
  ["Àdùkẹ́ Bright", "", "ada bri", 1],
  ["Lagos at Night", "Ɗan Maraya", "dan night", 2],
  ["Lagos at Night", "Ɗan Maraya", "nihgt", 1],
  ["Lagos at Night", "Ɗan Maraya", "abuja", 0],
  ["Lagos", "", " ", 0],
])("%s (%s) fits %s: %i", (title, detail, query, fit) => expect(fitOf({ title, detail }, query)).toBe(fit));

describe("the top result", () => {
  it("is the artist of that name before a song of that name, and a song before what only holds the words", () => {
    expect(top("lagos", found("track", "Lagos"), found("artist", "Lagos"))).toBe("Lagos");
    expect(
      topOf([{ kind: "track", found: [found("track", "Lagos")], total: 1 }, {
        kind: "artist",
        found: [found("artist", "Lagos")],
        total: 1,
      }], "lagos")?.kind,
    ).toBe("artist");
    expect(top("eko", found("artist", "Ayọ̀ Èkó"), found("track", "Èkó"))).toBe("Èkó");
    expect(top("night", found("artist", "Late Night Band"), found("track", "Lagos at Night"))).toBe("Lagos at Night");
    expect(top("irin", found("album", "Ìrìn Àjò"), found("track", "Far, by Ìrìn"))).toBe("Ìrìn Àjò");
  });

  it("is the artist whose name has the words, not a song that does not match or has them of its artist alone", () => {
    for (const artist of ["Àdùkẹ́ Bright", "Ayọ̀"]) {
      expect(top("ada br", found("track", "Ọjọ́ Ayọ̀", artist), found("artist", "Àdùkẹ́ Bright"))).toBe("Àdùkẹ́ Bright");
    }
    expect(top("dan night", found("track", "Lagos at Night", "Ɗan Maraya"), found("artist", "Ɗan Maraya")))
      .toBe("Lagos at Night");
  });

  it("is the song with the words where nothing has them in its name, and none where nothing was found", () => {
    expect(top("over the water", found("lyrics", "Ọjọ́"))).toBe("Ọjọ́");
    expect(topOf([], "x")).toBeUndefined();
  });
});
