import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { createMedia } from "../adapters/media/mod.ts";
import { convert, melody, RATE } from "../adapters/media/test_sounds.ts";
import { encodeWav } from "./wav.ts";

export type Bytes = Uint8Array<ArrayBuffer>;

/** A melody as a WAV: about 176 kB a second. */
export function wavOf(seconds: number): Bytes {
  return encodeWav(melody(seconds), RATE);
}

/** A cover as a creator would send it. */
export async function pictureOf(side = 300, background = "#553388"): Promise<Bytes> {
  return new Uint8Array(
    await sharp({ create: { width: side, height: side, channels: 3, background } }).png().toBuffer(),
  );
}

/** A few hundred bytes that claim to be 60,000 pixels wide and high. */
export function pictureBomb(): Bytes {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, 60_000);
  view.setUint32(4, 60_000);
  header.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(new Uint8Array(180_001));
  const chunks = [pngChunk("IHDR", header), pngChunk("IDAT", pixels), pngChunk("IEND", new Uint8Array())];
  return joined([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...chunks]);
}

/** The same melody in the formats that creators bring; the MP3 has no header that says its length. */
export async function soundsOf(seconds: number): Promise<Record<"mp3" | "m4a" | "flac" | "ogg", Bytes>> {
  const directory = await Deno.makeTempDir({ prefix: "orin-sounds-" });
  const media = createMedia({ workDir: directory });
  const at = (name: string) => `${media.workDir}/${name}`;
  try {
    await Deno.writeFile(at("song.wav"), wavOf(seconds));
    await convert(at("song.wav"), at("song.mp3"), {
      muxer: "mp3",
      encoder: "libmp3lame",
      options: ["-write_xing", "0", "-q:a", "5"],
    });
    await convert(at("song.wav"), at("song.flac"), { muxer: "flac", encoder: "flac" });
    await convert(at("song.wav"), at("song.ogg"), { muxer: "ogg", encoder: "libvorbis" });
    await media.rendition(at("song.wav"), at("song.m4a"), { codec: "aac", kbps: 160 });
    const read = (name: string) => Deno.readFile(at(`song.${name}`));
    return { mp3: await read("mp3"), m4a: await read("m4a"), flac: await read("flac"), ogg: await read("ogg") };
  } finally {
    await media.close();
    await Deno.remove(directory, { recursive: true });
  }
}

/** The documented form. What is `null` is left out; a file of another name comes as a `File`. */
export function uploadForm(
  audio: Bytes | File | null,
  cover: Bytes | File | null,
  texts: Readonly<Record<string, string | null>> = {},
): FormData {
  const form = new FormData();
  const all = { title: "Ìfẹ́ Mi", artist: "Adaeze", genre: "highlife", duration: "0:03", ...texts };
  for (const [name, text] of Object.entries(all)) if (text !== null) form.set(name, text);
  if (audio) form.set("audioFile", fileOf(audio, "song.wav"));
  if (cover) form.set("coverImage", fileOf(cover, "cover.png"));
  return form;
}

function fileOf(content: Bytes | File, name: string): File {
  return content instanceof File ? content : new File([content], name);
}

function pngChunk(type: string, data: Uint8Array): Bytes {
  const body = joined([new TextEncoder().encode(type), data]);
  const frame = new Uint8Array(body.length + 8);
  const view = new DataView(frame.buffer);
  view.setUint32(0, data.length);
  frame.set(body, 4);
  view.setUint32(frame.length - 4, crc32(body));
  return frame;
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function joined(parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
