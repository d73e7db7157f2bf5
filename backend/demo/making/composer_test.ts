import { describe, expect, it } from "vitest";
import { type Brief, compose, durationOf } from "./composer.ts";
import { songRecipes } from "./recipes.ts";

const tracks = songRecipes();

/** What a listener would tell songs apart by: the notes of every part, without key and tempo. */
function score(brief: Brief): string[] {
  const { arrangement } = compose(brief);
  const { key } = arrangement.song;
  return arrangement.parts.map(({ instrument, notes }) =>
    `${instrument} ${notes.slice(0, 60).map(({ at, midi }) => `${at}:${midi - key}`).join(" ")}`
  );
}

describe("compose()", () => {
  it("writes the same song for the same brief", () => {
    const brief: Brief = { style: "highlife", seed: 7, seconds: 40 };
    expect(score(brief)).toEqual(score(brief));
    expect(score({ ...brief, seed: 8 })).not.toEqual(score(brief));
  });

  it("writes no two songs of the catalogue alike: hardly a part is shared", () => {
    const scores = tracks.map((track) => ({ slug: track.slug, parts: score(track) }));
    for (const [index, one] of scores.entries()) {
      for (const other of scores.slice(index + 1)) {
        const shared = one.parts.filter((part) => other.parts.includes(part)).length;
        expect(shared / one.parts.length, `${one.slug} and ${other.slug}`).toBeLessThan(0.3);
      }
    }
  });

  it("gives every song an introduction, a verse or a hook and an ending", () => {
    for (const track of tracks) {
      const sections = compose(track).arrangement.song.bars.map(({ section }) => section);
      expect(sections[0], track.slug).toBe("intro");
      expect(sections.at(-1), track.slug).toBe("outro");
      expect(sections, track.slug).toContain("hook");
    }
  });

  it("knows the length of a song before it is written", () => {
    for (const track of tracks.slice(0, 3)) expect(compose(track).seconds).toBe(durationOf(track));
  });
});
