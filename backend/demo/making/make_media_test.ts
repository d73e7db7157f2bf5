import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMedia } from "../../adapters/media/mod.ts";
import type { Media } from "../../adapters/media/types.ts";
import { coverFile, DEMO_ARTISTS, portraitFile, songFile } from "../catalogue.ts";
import { renderCover, renderPortrait } from "./cover_art.ts";
import { makeSong } from "./make_media.ts";
import { PORTRAITS, songRecipes } from "./recipes.ts";

const songs = songRecipes();

/** The mean difference of two pictures' channels, 0 to 255. */
async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((picture) => sharp(picture).removeAlpha().raw().toBuffer()));
  if (!a || !b || a.length !== b.length) return Infinity;
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}

describe("the files of backend/demo/media", () => {
  let media: Media;
  beforeAll(async () => void (media = createMedia({ workDir: await Deno.makeTempDir({ prefix: "orin-demo-" }) })));
  afterAll(async () => {
    await media.close();
    await Deno.remove(media.workDir, { recursive: true });
  });

  const inspectFile = async (path: string) => {
    const copy = `${media.workDir}/file.m4a`;
    await Deno.copyFile(path, copy);
    return await media.inspect(copy);
  };

  it("hold every song, cover and portrait and nothing else, in less than 25 MB", async () => {
    const wanted = [...songs.flatMap((song) => [songFile(song), coverFile(song)]), ...DEMO_ARTISTS.map(portraitFile)];
    const folder = new URL("../media", import.meta.url).pathname;
    const found = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => `${folder}/${name}`);
    expect(found.toSorted()).toEqual(wanted.toSorted());
    const bytes = found.map((path) => Deno.statSync(path).size).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeLessThan(25_000_000);
  });

  it("are renditions at 96 kbit/s: AAC, as long as composed, as loud as every other", async () => {
    for (const song of songs) {
      const facts = await inspectFile(songFile(song));
      expect(facts, song.slug).toMatchObject({
        codec: "aac",
        container: "mp4",
        sampleRate: 44_100,
        channels: 2,
        tags: {},
      });
      expect(Math.abs(facts.durationMs - song.durationMs), song.slug).toBeLessThanOrEqual(1);
      expect(Math.round((facts.bitrate ?? 0) / 1000), song.slug).toBeOneOf([97, 98]);
      expect(Math.abs(facts.loudness.integratedLufs + 14), song.slug).toBeLessThan(0.7);
    }
  });

  it("come from their recipes: one song made again has nearly the same waveform, loudness and size", async () => {
    const [song] = songs.toSorted((one, other) => one.durationMs - other.durationMs);
    if (!song) throw new Error("The demo has no song");
    const made = await makeSong(media, song);
    const [again, kept] = [await media.inspect(made), await inspectFile(songFile(song))];
    const peakDifferences = again.peaks.map((peak, at) => Math.abs(peak - (kept.peaks[at] ?? 0)));
    // Another encoder has made the files: it fills the loudest moments with other noise.
    expect(Math.max(...peakDifferences)).toBeLessThan(0.06);
    expect(Math.abs(again.loudness.integratedLufs - kept.loudness.integratedLufs)).toBeLessThan(0.05);
    const [madeBytes, keptBytes] = [made, songFile(song)].map((path) => Deno.statSync(path).size);
    expect(Math.abs((madeBytes ?? 0) / (keptBytes ?? 1) - 1)).toBeLessThan(0.02);
  });

  it("show what their recipes draw", async () => {
    for (const { coverSeed, sleeve, ...song } of songs.slice(0, 4)) {
      const kept = await Deno.readFile(coverFile(song));
      expect(await difference(await renderCover(coverSeed, sleeve), kept), song.slug).toBeLessThan(4);
    }
    for (const artist of DEMO_ARTISTS.slice(0, 2)) {
      const kept = await Deno.readFile(portraitFile(artist));
      expect(await difference(await renderPortrait(PORTRAITS[artist.slug] ?? 0), kept), artist.slug).toBeLessThan(4);
    }
  });
});
