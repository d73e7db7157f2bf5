import { expect, it } from "vitest";
import { cleanLyrics, linesOf } from "../contract/lyrics_text.ts";
import { DEMO_LYRICS } from "./lyrics.ts";
import { songRecipes } from "./making/recipes.ts";

it("the demo's words belong to its songs, and every line has its moment within the song", () => {
  const songs = new Map(songRecipes().map((song) => [song.slug, song.durationMs]));
  expect(new Set(DEMO_LYRICS.map(({ language }) => language)).size).toBe(3);
  for (const { slug, text } of DEMO_LYRICS) {
    const durationMs = songs.get(slug) ?? 0;
    const lines = linesOf(text);
    expect(cleanLyrics(text), slug).toBe(text);
    expect(lines.length, slug).toBeGreaterThan(9);
    const moments = lines.map(({ atMs = -1 }) => atMs);
    expect(moments, slug).toEqual(moments.toSorted((one, two) => one - two));
    expect(moments.every((at) => at > 0 && at < durationMs), slug).toBe(true);
  }
});
