import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeWav } from "../../testing/wav.ts";
import { createMedia } from "./mod.ts";
import { type Media, MediaRefusal, type MediaRefusalCode } from "./types.ts";
import { convert, melody, RATE } from "./test_sounds.ts";

type Bytes = Uint8Array<ArrayBuffer>;

let media: Media;
let dir: string;
const at = (name: string) => `${dir}/${name}`;
/** Without a header that counts, with one, and Ogg; `faded` is silent at its end, and has no header either. */
let songs: Record<"bare" | "counted" | "faded" | "ogg", Bytes>;

beforeAll(async () => {
  media = createMedia({ workDir: await Deno.makeTempDir({ prefix: "orin-media-" }) });
  dir = media.workDir;
  await Deno.writeFile(at("song.wav"), encodeWav(melody(6), RATE));
  await Deno.writeFile(at("faded.wav"), encodeWav(melody(6).map((sample, at) => at < RATE * 11 ? sample : 0), RATE));
  const mp3 = { muxer: "mp3", encoder: "libmp3lame" };
  const bare = { ...mp3, options: ["-write_xing", "0", "-id3v2_version", "0"] };
  await convert(at("song.wav"), at("bare.mp3"), bare);
  await convert(at("song.wav"), at("counted.mp3"), mp3);
  await convert(at("faded.wav"), at("faded.mp3"), bare);
  await convert(at("song.wav"), at("song.ogg"), { muxer: "ogg", encoder: "libvorbis" });
  const [one, two, three, four] = await Promise.all(
    ["bare.mp3", "counted.mp3", "faded.mp3", "song.ogg"].map((name) => Deno.readFile(at(name))),
  );
  if (!one || !two || !three || !four) throw new Error("A song was not made");
  songs = { bare: one, counted: two, faded: three, ogg: four };
});

afterAll(async () => {
  await media.close();
  await Deno.remove(dir, { recursive: true });
});

async function verdictOn(...parts: (Uint8Array | string)[]): Promise<MediaRefusalCode | "accepted"> {
  const bytes = parts.map((part) => typeof part === "string" ? new TextEncoder().encode(part) : part);
  await Deno.writeFile(at("asked"), new Uint8Array(await new Blob(bytes as Bytes[]).arrayBuffer()));
  return await media.inspect(at("asked")).then(() => "accepted" as const, (error: unknown) => {
    if (error instanceof MediaRefusal) return error.code;
    throw error;
  });
}

const cutOff = (bytes: Bytes, share: number) => bytes.slice(0, Math.round(bytes.length * share));
/** Where the pieces of an Ogg file begin. */
const pagesOf = (bytes: Bytes) =>
  [...bytes.keys()].filter((at) => new TextDecoder("latin1").decode(bytes.subarray(at, at + 5)) === "OggS\0");

const id3v1 = `TAG${"\0".repeat(125)}`;
const ape = `${"\0".repeat(96)}APETAGEX${"\0".repeat(24)}`;

describe("a file that is cut short", () => {
  it.each([0.3, 0.5, 0.7, 0.9])("is refused as incomplete, at %f of it", async (share) => {
    expect(await verdictOn(cutOff(songs.bare, share))).toBe("truncated");
    expect(await verdictOn(cutOff(songs.ogg, share))).toBe("truncated");
  });

  it("is refused where its header counts frames that are not there, be it the last one", async () => {
    expect(await verdictOn(cutOff(songs.counted, 0.99))).toBe("truncated");
    expect(await verdictOn(songs.counted.subarray(0, -100))).toBe("truncated");
  });

  it("is refused in the middle of an Ogg page's header, too", async () => {
    const last = pagesOf(songs.ogg).at(-1) ?? 0;
    for (const more of [4, 20, 27, 30]) {
      expect(await verdictOn(songs.ogg.subarray(0, last + more)), `${more} bytes`).toBe("truncated");
    }
  });
});

describe("a whole file", () => {
  it("is accepted with what programs write behind the sound", async () => {
    for (const song of [songs.bare, songs.counted]) {
      const tails = ["", id3v1, ape, ape + id3v1, `LYRICSBEGIN…LYRICS200${id3v1}`, "\0".repeat(4_096), "\r\n", "junk "];
      for (const tail of tails) expect(await verdictOn(song, tail), JSON.stringify(tail.slice(0, 20))).toBe("accepted");
    }
    for (const tail of ["", "\0".repeat(100), id3v1]) expect(await verdictOn(songs.ogg, tail)).toBe("accepted");
  });

  it("is accepted with a tag before the sound, and with padding behind that", async () => {
    const id3v2 = new Uint8Array([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 10, ...new Uint8Array(10)]);
    expect(await verdictOn(id3v2, new Uint8Array(700), songs.bare)).toBe("accepted");
    expect(await verdictOn(id3v2, new Uint8Array(700), cutOff(songs.bare, 0.5))).toBe("truncated");
  });

  it("is accepted as encoders leave it: without the last bits, or with half a frame where the song is over", async () => {
    expect(await verdictOn(songs.bare.subarray(0, -4))).toBe("accepted");
    expect(await verdictOn(songs.bare.subarray(0, -200))).toBe("truncated");
    expect(await verdictOn(songs.faded.subarray(0, -200))).toBe("accepted");
    expect(await verdictOn(songs.bare.subarray(0, -200), id3v1)).toBe("accepted");
  });

  it("is what a cut between two pieces looks like: streams end so, without Ogg's mark for the last page", async () => {
    const pages = pagesOf(songs.ogg);
    expect(await verdictOn(songs.ogg.subarray(0, pages.at(-1)))).toBe("accepted");
    expect(await verdictOn(songs.ogg.subarray(0, pages.at(-3)))).toBe("accepted");
  });
});
