import { describe, expect, it } from "vitest";
import { type Candidate, matchOf, queriesOf } from "./state.ts";

const track = (trackId: string, title: string, artist: string, seconds = 180): Candidate => ({
  ...{ trackId, title, artist, durationMs: seconds * 1_000 },
});
const ALL = [
  track("eko", "Èkó Òní Bàjẹ́", "Àdùkẹ́ Bright"),
  track("remix", "Èkó Òní Bàjẹ́ (Remix)", "Àdùkẹ́ Bright", 200),
  track("other", "Èkó Òní Bàjẹ́", "Somebody Else"),
  track("duo", "Harmattan Love", "Tega Waffi & Ngozi", 240),
  track("soul", "Soul Kitchen", "X"),
  track("intro", "Intro", "Ngozi", 61),
];
const match = (title: string, artist = "", durationSeconds?: number) =>
  matchOf({ title, artist, durationSeconds }, ALL)?.trackId;

describe("matchOf()", () => {
  it("forgives accents, slips, guests and what lists add to a title", () => {
    expect(match("Eko Oni Baje", "Aduke Bright")).toBe("eko");
    expect(match("EKO ONI BAJEE (feat. Olu) - Remastered 2011", "Aduke Brigth", 178)).toBe("eko");
    expect(match("Harmattan Love ft. Ada", "Ngozi; Olu")).toBe("duo");
    expect(match("HarmattanLove", "Ngozi")).toBe("duo");
    expect(match("Harmattan Love", "Ngozi x Ada")).toBe("duo");
    expect(match("Soul Kitchen", "X")).toBe("soul");
  });

  it("takes no other song for it: another artist, another version, another length", () => {
    expect(match("Eko Oni Baje", "Burna Boy")).toBeUndefined();
    expect(match("Eko Oni Baje - Remix", "Aduke Bright")).toBe("remix");
    expect(match("Eko Oni Baje (Live)", "Aduke Bright")).toBeUndefined();
    expect(match("Harmattan", "Tega Waffi")).toBeUndefined();
    expect(match("Harmattan Love", "Tega Waffi", 600)).toBeUndefined();
  });

  it("without an artist wants the very title and length; without words nothing", () => {
    expect([match("Intro", "", 60), match("Intro", "", 90), match("Intro"), match("=-+ !")]).toEqual([
      ...["intro", undefined, undefined, undefined],
    ]);
  });

  it("looks with the first artist, and without", () => {
    expect(queriesOf({ title: "Love [feat. X]", artist: "Ngozi, Ada" })).toEqual(["love ngozi", "love"]);
    expect(queriesOf({ title: "???", artist: "Ngozi" })).toEqual([]);
  });
});
