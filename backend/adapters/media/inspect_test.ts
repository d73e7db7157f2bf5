import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeWav } from "../../testing/wav.ts";
import { createMedia } from "./mod.ts";
import type { Media } from "./types.ts";
import { convert, melody, RATE } from "./test_sounds.ts";

const SECONDS = 6;
let media: Media;
let dir: string;
const at = (name: string) => `${dir}/${name}`;

beforeAll(async () => {
  dir = await Deno.makeTempDir({ prefix: "orin-media-" });
  media = createMedia({ workDir: dir });
  dir = media.workDir;
  await Deno.writeFile(at("song.wav"), encodeWav(melody(SECONDS), RATE));
});

afterAll(async () => {
  await media.close();
  await Deno.remove(dir, { recursive: true });
});

describe("inspect()", () => {
  it("measures a WAV: length, rate, channels, loudness and a waveform", async () => {
    const facts = await media.inspect(at("song.wav"));
    expect(facts).toMatchObject({
      durationMs: 6000,
      codec: "pcm_s16le",
      container: "wav",
      sampleRate: RATE,
      channels: 2,
    });
    expect(facts.loudness.integratedLufs).toBeLessThan(-8);
    expect(facts.loudness.integratedLufs).toBeGreaterThan(-20);
    expect(facts.loudness.peakDbfs).toBeCloseTo(-8, 0);
    expect(Math.max(...facts.peaks)).toBe(1);
    expect(facts.peaks[0]).toBeLessThan(0.5);
    expect(facts.peaks[100]).toBeGreaterThan(0.9);
  });

  it("tells an artist of clipping, peaks between the samples, silence and bit depth", async () => {
    const good = await media.inspect(at("song.wav"));
    expect(good.quality).toMatchObject({ clippedPlaces: 0, bitDepth: 16 });
    // Where its notes change it jumps, and is higher between the samples.
    expect(good.quality.truePeakDbtp - good.loudness.peakDbfs).toBeGreaterThan(-0.1);
    expect(good.quality.truePeakDbtp - good.loudness.peakDbfs).toBeLessThan(3);

    // Three seconds of nothing, six of a song that is far too loud, two of nothing.
    const loud = melody(6, 3).map((sample) => Math.max(-1, Math.min(1, sample)));
    const pcm = new Float32Array(RATE * 2 * 11);
    pcm.set(loud, RATE * 2 * 3);
    await Deno.writeFile(at("loud.wav"), encodeWav(pcm, RATE));
    const { quality } = await media.inspect(at("loud.wav"));
    expect(quality.clippedPlaces).toBeGreaterThan(1_000);
    expect(quality.truePeakDbtp).toBeGreaterThan(0);
    for (
      const [ms, wanted] of [[quality.silenceAtStartMs, 3_000], [quality.silenceAtEndMs, 2_000], [
        quality.silenceMs,
        5_000,
      ]] as const
    ) {
      expect(Math.abs(ms - wanted)).toBeLessThan(120);
    }
    // Between its samples this sine is 3 dB higher than at them.
    const quarter = new Float32Array(RATE * 2 * 2).map((_, at) =>
      0.7 * Math.sin(Math.PI / 4 + Math.PI / 2 * (at >> 1))
    );
    await Deno.writeFile(at("between.wav"), encodeWav(quarter, RATE));
    const between = await media.inspect(at("between.wav"));
    expect(between.quality.truePeakDbtp - between.loudness.peakDbfs).toBeGreaterThan(2.5);
  });

  it("says the same of FLAC, Ogg, M4A and MP3, and reads their tags", async () => {
    const tags = { title: "Ọjọ́ Ayọ̀", artist: "Àdùkẹ́" };
    await convert(at("song.wav"), at("song.flac"), { muxer: "flac", encoder: "flac", tags });
    await convert(at("song.wav"), at("song.ogg"), { muxer: "ogg", encoder: "libvorbis", tags });
    await convert(at("song.wav"), at("song.mp3"), { muxer: "mp3", encoder: "libmp3lame", tags });
    await media.rendition(at("song.wav"), at("song.m4a"), { codec: "aac", kbps: 96 });
    for (const kind of ["flac", "ogg", "mp3"] as const) {
      const facts = await media.inspect(at(`song.${kind}`));
      expect(facts.container).toBe(kind);
      expect(facts.tags).toMatchObject(tags);
      expect(Math.abs(facts.durationMs - 6000)).toBeLessThan(60);
    }
    const m4a = await media.inspect(at("song.m4a"));
    expect(m4a).toMatchObject({ container: "mp4", codec: "aac", tags: {} });
    // The encoder fills up the last frame of 23 ms.
    expect(m4a.durationMs - 6000).toBeGreaterThanOrEqual(0);
    expect(m4a.durationMs - 6000).toBeLessThan(24);
  });

  it("measures all of a song that goes on in another format, in that of its beginning", async () => {
    const bare = { muxer: "mp3", encoder: "libmp3lame", options: ["-write_xing", "0", "-id3v2_version", "0"] };
    await Deno.writeFile(at("quiet.wav"), encodeWav(melody(SECONDS, 0.05), RATE));
    await convert(at("quiet.wav"), at("mono.mp3"), { ...bare, options: [...bare.options, "-ac", "1", "-ar", "48000"] });
    await convert(at("song.wav"), at("stereo.mp3"), bare);
    const both = new Uint8Array([...Deno.readFileSync(at("mono.mp3")), ...Deno.readFileSync(at("stereo.mp3"))]);
    await Deno.writeFile(at("joined.mp3"), both);
    const [quiet, loud] = [await media.inspect(at("mono.mp3")), await media.inspect(at("stereo.mp3"))];
    const facts = await media.inspect(at("joined.mp3"));
    expect(facts).toMatchObject({ sampleRate: 48_000, channels: 1 });
    expect(Math.abs(facts.durationMs - quiet.durationMs - loud.durationMs)).toBeLessThan(50);
    // The loud half decides by the gate of EBU R 128; it is in both channels, and so in the one.
    expect(facts.loudness.integratedLufs).toBeGreaterThan(quiet.loudness.integratedLufs + 10);
    const [early = 0, late = 0] = [facts.peaks[50], facts.peaks[150]];
    expect(late / early).toBeGreaterThan(4);
    expect([...Deno.readDirSync(dir)].map(({ name }) => name)).not.toContain("joined.mp3.even");
  });

  it("counts the samples of a VBR MP3 without a header, where the bit rate of its beginning misleads", async () => {
    const pcm = melody(12);
    pcm.fill(0, RATE * 2 * 3);
    for (let sample = 0; sample < RATE * 2 * 3; sample++) pcm[sample] = 0.5 * Math.sin(sample * sample);
    await Deno.writeFile(at("vbr.wav"), encodeWav(pcm, RATE));
    await convert(at("vbr.wav"), at("vbr.mp3"), {
      muxer: "mp3",
      encoder: "libmp3lame",
      options: ["-write_xing", "0", "-q:a", "4"],
    });
    const facts = await media.inspect(at("vbr.mp3"));
    const guess = Deno.statSync(at("vbr.mp3")).size * 8 / (facts.bitrate ?? 1) * 1000;
    expect(Math.abs(facts.durationMs - 12_000)).toBeLessThan(120);
    expect(Math.abs(guess - 12_000), "the file is no test when its bit rate tells the truth").toBeGreaterThan(1000);
  });
});
