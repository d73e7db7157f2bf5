import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMedia } from "../adapters/media/mod.ts";
import type { Media } from "../adapters/media/types.ts";
import { demoSongs } from "../testing/demo_songs.ts";
import { coverFile, DEMO_ARTISTS, portraitFile, songFile } from "./catalogue.ts";

const songs = demoSongs();

describe("the files of backend/demo/media", () => {
  let media: Media;
  beforeAll(async () => void (media = createMedia({ workDir: await Deno.makeTempDir({ prefix: "orin-demo-" }) })));
  afterAll(async () => {
    await media.close();
    await Deno.remove(media.workDir, { recursive: true });
  });

  it("hold every song, cover and portrait and nothing else, in less than 25 MB", async () => {
    const wanted = [...songs.flatMap((song) => [songFile(song), coverFile(song)]), ...DEMO_ARTISTS.map(portraitFile)];
    const folder = new URL("media", import.meta.url).pathname;
    const found = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => `${folder}/${name}`);
    expect(found.toSorted()).toEqual(wanted.toSorted());
    const bytes = found.map((path) => Deno.statSync(path).size).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeLessThan(25_000_000);
  });

  it("are renditions at 96 kbit/s: AAC, as long as the catalogue says, as loud as every other", async () => {
    // The files never change: each seventh speaks for all.
    for (const song of songs.filter((_, at) => at % 7 === 0)) {
      const copy = `${media.workDir}/file.m4a`;
      await Deno.copyFile(songFile(song), copy);
      const facts = await media.inspect(copy);
      const kept = { codec: "aac", container: "mp4", sampleRate: 44_100, channels: 2, tags: {} };
      expect(facts, song.slug).toMatchObject(kept);
      expect(Math.abs(facts.durationMs - song.durationMs), song.slug).toBeLessThanOrEqual(1);
      expect(Math.round((facts.bitrate ?? 0) / 1000), song.slug).toBeOneOf([97, 98]);
      expect(Math.abs(facts.loudness.integratedLufs + 14), song.slug).toBeLessThan(0.7);
    }
  });
});
