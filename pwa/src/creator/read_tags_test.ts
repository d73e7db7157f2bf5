import { describe, expect, it, vi } from "vitest";
import { readTags } from "./read_tags.ts";

const SECONDS = 2;
const RATE = 8_000;
const utf8 = (words: string) => new TextEncoder().encode(words);
const latin1 = (words: string) => Uint8Array.from(words, (letter) => letter.charCodeAt(0));

/** Mono, 8 bits, with a LIST of names like the ones FFmpeg and Audacity write. */
function wavWith(title: Uint8Array, artist: Uint8Array): File {
  const format = new Uint8Array(16);
  const view = new DataView(format.buffer);
  view.setUint16(0, 1, true);
  view.setUint16(2, 1, true);
  view.setUint32(4, RATE, true);
  view.setUint32(8, RATE, true);
  view.setUint16(12, 1, true);
  view.setUint16(14, 8, true);
  const names = joined([utf8("INFO"), chunk("INAM", title), chunk("IART", artist)]);
  const parts = [chunk("fmt ", format), chunk("LIST", names), chunk("data", new Uint8Array(RATE * SECONDS))];
  return new File([chunk("RIFF", joined([utf8("WAVE"), ...parts]))], "my_song.wav", { type: "audio/wav" });
}

function chunk(name: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, body.length, true);
  return joined([utf8(name), size, body, new Uint8Array(body.length % 2)]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

/** MPEG 1 layer III at 44.1 kHz, 1,152 samples a frame, at 128 and 160 kbit/s in turn; nothing says how many. */
function mp3WithoutHeader(frames: number): File {
  const parts = Array.from({ length: frames }, (_, at) => {
    const frame = new Uint8Array(at % 2 === 0 ? 417 : 522);
    frame.set([0xff, 0xfb, at % 2 === 0 ? 0x90 : 0xa0, 0]);
    return frame;
  });
  return new File(parts, "vbr.mp3", { type: "audio/mpeg" });
}

describe("readTags()", () => {
  it("reads Yoruba names of a WAV that writes them in UTF-8, and its duration", async () => {
    const tags = await readTags(wavWith(utf8("Ọjọ́ Ayọ̀"), utf8("Àdùkẹ́ Olà")));
    expect(tags).toMatchObject({ title: "Ọjọ́ Ayọ̀", artist: "Àdùkẹ́ Olà", durationSeconds: SECONDS });
  });

  it("leaves names alone that are Latin-1", async () => {
    expect(await readTags(wavWith(latin1("Olé"), latin1("Zoë")))).toMatchObject({ title: "Olé", artist: "Zoë" });
  });

  it("calls a song by its file when it says nothing of itself", async () => {
    const { title, artist, genre, cover } = await readTags(wavWith(utf8(""), utf8("")));
    expect([title, artist, genre, cover]).toEqual(["my song", undefined, undefined, undefined]);
  });

  it("counts the frames of an MP3 without a header, and does not go to the file for each", async () => {
    const file = mp3WithoutHeader(1_000);
    const slice = vi.spyOn(file, "slice");
    expect((await readTags(file)).durationSeconds).toBeCloseTo(1_000 * 1_152 / 44_100, 1);
    expect(slice.mock.calls.length).toBeLessThan(10);
  });
});
