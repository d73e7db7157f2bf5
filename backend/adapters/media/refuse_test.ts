import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeWav } from "../../testing/wav.ts";
import { createMedia } from "./mod.ts";
import { type Media, MediaRefusal, type MediaRefusalCode } from "./types.ts";
import { convert, melody, RATE } from "./test_sounds.ts";

let media: Media;
let dir: string;
const at = (name: string) => `${dir}/${name}`;

beforeAll(async () => {
  media = createMedia({ workDir: await Deno.makeTempDir({ prefix: "orin-media-" }) });
  dir = media.workDir;
  await Deno.writeFile(at("song.wav"), encodeWav(melody(6), RATE));
  await convert(at("song.wav"), at("song.mp3"), { muxer: "mp3", encoder: "libmp3lame" });
  await convert(at("song.wav"), at("song.flac"), { muxer: "flac", encoder: "flac" });
  await media.rendition(at("song.wav"), at("song.m4a"), { codec: "aac", kbps: 96 });
});

afterAll(async () => {
  await media.close();
  await Deno.remove(dir, { recursive: true });
});

async function refusalOf(name: string, bytes: Uint8Array | string): Promise<MediaRefusalCode | "accepted"> {
  await Deno.writeFile(at(name), typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes);
  return media.inspect(at(name)).then(() => "accepted" as const, (error: unknown) => {
    if (error instanceof MediaRefusal) return error.code;
    throw error;
  });
}

const noise = (length: number) => Uint8Array.from({ length }, (_, index) => Math.imul(index + 7, 2654435761) >>> 13);
const joined = (...parts: (Uint8Array | string)[]) =>
  new Uint8Array(parts.flatMap((part) => [...typeof part === "string" ? new TextEncoder().encode(part) : part]));
const half = (name: string) => Deno.readFileSync(at(name)).slice(0, Deno.statSync(at(name)).size / 2);

describe("inspect() refuses", () => {
  it("what is empty, text, noise or a web page, whatever its name", async () => {
    expect(await refusalOf("empty.mp3", "")).toBe("empty_file");
    expect(await refusalOf("page.mp3", "<html><script>alert(1)</script></html>".repeat(50))).toBe("not_audio");
    expect(await refusalOf("noise.mp3", noise(200_000))).toBe("not_audio");
    expect(await refusalOf("one_byte.wav", "R")).toBe("not_audio");
  });

  it("lists that name other files: FFmpeg is never asked to open those", async () => {
    expect(await refusalOf("list.mp3", `#EXTM3U\n#EXTINF:6,\nfile://${at("song.mp3")}\n`)).toBe("not_audio");
    expect(await refusalOf("concat.wav", `ffconcat version 1.0\nfile '${at("song.wav")}'\n`)).toBe("not_audio");
  });

  it("files with the first bytes of sound and something else behind them", async () => {
    const id3 = joined("ID3", new Uint8Array([4, 0, 0, 0, 0, 0, 10]), new Uint8Array(10));
    expect(await refusalOf("zip.mp3", joined(id3, "PK\x03\x04", noise(5000)))).toBe("not_audio");
    expect(await refusalOf("page.wav", joined("RIFF", new Uint8Array(4), "WAVE<html>", noise(4000)))).toBe("not_audio");
    expect(await refusalOf("noise.m4a", joined(new Uint8Array([0, 0, 0, 24]), "ftypM4A ", noise(9000)))).toBe(
      "truncated",
    );
    expect(await refusalOf("noise.flac", joined("fLaC", noise(9000)))).toBe("not_audio");
  });

  it("a song whose end is missing, in every container that promises a length", async () => {
    for (const name of ["song.wav", "song.flac", "song.m4a", "song.mp3"]) {
      expect(await refusalOf(`half_${name}`, half(name)), name).toBe("truncated");
    }
  });

  it("a song with damage in many places", async () => {
    const bytes = Deno.readFileSync(at("song.m4a"));
    for (let place = bytes.length / 2 | 0; place < bytes.length; place += 40) bytes[place] = 255 - (bytes[place] ?? 0);
    expect(await refusalOf("damaged.m4a", bytes)).toBe("damaged");
  });

  it("a sample rate that no filter takes", async () => {
    expect(await refusalOf("slow.wav", encodeWav(melody(2), 1))).toBe("damaged");
  });

  it("silence, and recordings that are too short or too long", async () => {
    expect(await refusalOf("silent.wav", encodeWav(new Float32Array(RATE * 2 * 3), RATE))).toBe("silent");
    expect(await refusalOf("short.wav", encodeWav(melody(0.5), RATE))).toBe("too_short");
    const header = encodeWav(new Float32Array(0), 2000);
    const hours10 = 10 * 3600 * 2000 * 4;
    new DataView(header.buffer).setUint32(4, hours10 + 36, true);
    new DataView(header.buffer).setUint32(40, hours10, true);
    await Deno.writeFile(at("long.wav"), header);
    // A hole in the file: ten hours of zeros that take no room.
    await Deno.truncate(at("long.wav"), header.length + hours10);
    await expect(media.inspect(at("long.wav"))).rejects.toMatchObject({ code: "too_long" });
  });

  it("three hours of MP3 before it decodes them, by the frames that are there", async () => {
    await Deno.writeFile(at("second.wav"), encodeWav(new Float32Array(RATE * 2 * 2), RATE));
    const bare = ["-write_xing", "0", "-id3v2_version", "0", "-ar", "8000", "-ac", "1", "-b:a", "8k"];
    await convert(at("second.wav"), at("second.mp3"), { muxer: "mp3", encoder: "libmp3lame", options: bare });
    const second = Deno.readFileSync(at("second.mp3"));
    const hours = new Uint8Array(second.length * 5_400);
    for (let copy = 0; copy < 5_400; copy++) hours.set(second, copy * second.length);
    const begun = performance.now();
    expect(await refusalOf("hours.mp3", hours)).toBe("too_long");
    // Decoding half an hour of it took a minute; this is to catch that, not a slow machine.
    expect(performance.now() - begun).toBeLessThan(15_000);
  });

  it("in words a creator understands", async () => {
    await expect(media.inspect(at("empty.mp3"))).rejects.toThrow("This file is empty: please choose another one");
  });
});
