import { describe, expect, it } from "vitest";
import { fileText } from "./file_text.ts";

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isBig = false) => {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return new Uint8Array(units.flatMap((unit) => isBig ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8]));
};

describe("fileText()", () => {
  const lyrics = "[00:18.80]Ẹ kú àárọ̀ o, ṣé dáadáa ni?\r\n[00:22.00]Èkó ò ní bàjẹ́";
  const names = "歌名,歌手\r\n你好,周杰伦\r\n再见,邓紫棋\r\n";

  it.each([lyrics, names])("reads %j in UTF-8 and UTF-16, with a mark and without", (text) => {
    const marked = `\ufeff${text}`;
    for (
      const bytes of [utf8(text), utf8(marked), utf16(text), utf16(marked), utf16(text, true), utf16(marked, true)]
    ) {
      expect(fileText(bytes)).toEqual({ text });
    }
  });

  it("reads Windows-1252, with its own quotes", () => {
    expect(fileText(latin("Beyonc\xe9 \x96 D\xe9j\xe0 Vu, \x93Live\x94"))).toEqual({
      text: "Beyoncé – Déjà Vu, “Live”",
    });
  });

  it("reads UTF-8 that was cut in a letter as UTF-8", () => {
    const bytes = utf8("Èkó ò ní bàjẹ́");
    expect(fileText(bytes.subarray(0, bytes.length - 1))).toEqual({ text: expect.stringMatching(/^Èkó ò ní bàj/) });
  });

  it.each([
    ["%PDF-1.7\n%\xe2\xe3", "a PDF document"],
    ["PK\x03\x04\x14\0\0\0[Content_Types].xml xl/worksheets/sheet1.xml", "an Excel table: save it as CSV"],
    ["PK\x03\x04\x14\0Spotify Account Data/Playlist1.json", "a ZIP archive: open it, and choose the list in it"],
    ["{\\rtf1\\ansi Dance", "a document with formats (RTF): save it as text"],
    ["\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "a picture"],
    ["\0\0\0 ftypheic\0\0\0\0", "a picture"],
    ["ID3\x04\0\0\0\0\0\x23", "a recording"],
    ["\0\0\0 ftypM4A \0\0\0\0", "a recording"],
    ["\0\0\0 ftypisom\0\0\0\0", "a film"],
    ["bplist00\xd1\x01", "a binary property list: export it as XML"],
    ["SQLite format 3\0", "a database"],
    ["\x01\x02\x03\x7f\x05\x06\x07\x08", "no text file"],
    ["\0\0\0\0\x10\x20\0\0\0", "no text file"],
  ])("names what is no text: %j", (bytes, kind) => expect(fileText(latin(bytes))).toEqual({ kind }));

  it("takes one control character for a slip, and no bytes for no text", () => {
    expect(fileText(utf8("Title,Artist\nDa\0nce,Ngozi\nSing,Ada\n"))).toEqual({
      text: expect.stringContaining("Sing,Ada"),
    });
    expect(fileText(new Uint8Array())).toEqual({ text: "" });
  });
});
