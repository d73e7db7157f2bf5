import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeWav } from "../../testing/wav.ts";
import { createMedia } from "./mod.ts";
import type { Media } from "./types.ts";
import { convert, melody, RATE } from "./test_sounds.ts";

let media: Media;
let dir: string;
const at = (name: string) => `${dir}/${name}`;

beforeAll(async () => {
  media = createMedia({ workDir: await Deno.makeTempDir({ prefix: "orin-media-" }) });
  dir = media.workDir;
  await Deno.writeFile(at("quiet.wav"), encodeWav(melody(6, 0.03), RATE));
  await Deno.writeFile(at("loud.wav"), encodeWav(melody(6, 1), RATE));
});

afterAll(async () => {
  await media.close();
  await Deno.remove(dir, { recursive: true });
});

describe("rendition()", () => {
  it("brings quiet and loud songs to the same loudness and under the peak limit", async () => {
    for (const name of ["quiet", "loud"]) {
      await media.rendition(at(`${name}.wav`), at(`${name}.m4a`), { codec: "aac", kbps: 160 });
      const { loudness } = await media.inspect(at(`${name}.m4a`));
      expect(Math.abs(loudness.integratedLufs + 14), name).toBeLessThan(1);
      expect(loudness.peakDbfs, name).toBeLessThan(-1);
    }
  });

  it("lowers the limit again where coding raises a song's peaks more than most", async () => {
    await Deno.copyFile(new URL("../../demo/media/egwu-onwa.m4a", import.meta.url), at("dense.m4a"));
    await media.rendition(at("dense.m4a"), at("dense_saver.m4a"), { codec: "aac", kbps: 48 });
    const { loudness } = await media.inspect(at("dense_saver.m4a"));
    expect(loudness.peakDbfs).toBeLessThan(-1);
    expect(Math.abs(loudness.integratedLufs + 14)).toBeLessThan(1);
  });

  it("makes the same with a loudness that was measured before", async () => {
    const { loudness } = await media.inspect(at("quiet.wav"));
    await media.rendition(at("quiet.wav"), at("measured.m4a"), { codec: "aac", kbps: 160, loudness });
    const [once, again] = ["quiet.m4a", "measured.m4a"].map((name) => Deno.readFileSync(at(name)));
    expect(once?.every((byte, place) => byte === again?.[place])).toBe(true);
  });

  it("writes AAC with its index in front and in about the asked size", async () => {
    const facts = await media.rendition(at("loud.wav"), at("small.m4a"), { codec: "aac", kbps: 48 });
    const text = new TextDecoder("latin1").decode(Deno.readFileSync(at("small.m4a")));
    expect(facts).toMatchObject({ contentType: "audio/mp4", durationMs: 6000, bytes: text.length });
    expect(text.indexOf("moov")).toBeGreaterThan(0);
    expect(text.indexOf("moov")).toBeLessThan(text.indexOf("mdat"));
    expect(facts.bytes * 8 / 6).toBeLessThan(60_000);
  });

  it("writes MP3 of constant rate with a length players can trust", async () => {
    const facts = await media.rendition(at("loud.wav"), at("loud.mp3"), { codec: "mp3", kbps: 128 });
    expect(facts).toMatchObject({ contentType: "audio/mpeg", durationMs: 6000 });
    expect(await media.inspect(at("loud.mp3"))).toMatchObject({ container: "mp3", durationMs: 6000 });
  });

  it("leaves the creator's tags and tools behind", async () => {
    const tags = { title: "Secret title", comment: "my phone number" };
    await convert(at("loud.wav"), at("tagged.flac"), { muxer: "flac", encoder: "flac", tags });
    await media.rendition(at("tagged.flac"), at("clean.m4a"), { codec: "aac", kbps: 96 });
    await media.rendition(at("tagged.flac"), at("clean.mp3"), { codec: "mp3", kbps: 128 });
    for (const name of ["clean.m4a", "clean.mp3"]) {
      const text = new TextDecoder("latin1").decode(Deno.readFileSync(at(name)));
      expect(/Secret title|phone number|Lavf\d/.exec(text)?.[0], name).toBeUndefined();
    }
  });

  it("leaves no half file when its input turns out to be bad", async () => {
    await Deno.writeTextFile(at("bad.wav"), "RIFF????WAVEnothing");
    await expect(media.rendition(at("bad.wav"), at("bad.m4a"), { codec: "aac", kbps: 96 })).rejects.toThrow();
    await expect(Deno.stat(at("bad.m4a"))).rejects.toThrow(Deno.errors.NotFound);
  });
});
