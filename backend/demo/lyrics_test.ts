import { expect, it } from "vitest";
import { cleanLyrics, linesOf } from "../contract/lyrics_text.ts";
import { DEMO_LYRICS } from "./lyrics.ts";
import { demoSongs } from "../testing/demo_songs.ts";

it("the demo's words belong to its songs; of timed ones every line has its moment within the song", () => {
  const songs = new Map(demoSongs().map((song) => [song.slug, song.durationMs]));
  expect(new Set(DEMO_LYRICS.map(({ language }) => language)).size).toBe(3);
  const timed = DEMO_LYRICS.filter(({ text }) => text.startsWith("["));
  expect([timed.length, DEMO_LYRICS.length - timed.length]).toEqual([3, 2]);
  for (const { slug, text } of DEMO_LYRICS) {
    const durationMs = songs.get(slug) ?? 0;
    expect(durationMs, slug).toBeGreaterThan(0);
    const lines = linesOf(text);
    expect(cleanLyrics(text), slug).toBe(text);
    expect(lines.length, slug).toBeGreaterThan(7);
    const moments = lines.flatMap(({ atMs }) => atMs ?? []);
    expect([0, lines.length], slug).toContain(moments.length);
    expect(moments, slug).toEqual(moments.toSorted((one, two) => one - two));
    expect(moments.every((at) => at > 0 && at < durationMs), slug).toBe(true);
  }
});
