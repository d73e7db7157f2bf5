import { describe, expect, it } from "vitest";
import { missingCsv } from "./missing_csv.ts";
import { MOST_BYTES, type ParsedFile, parseFile } from "./parse.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isBig = false) => {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return new Uint8Array(units.flatMap((unit) => isBig ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8]));
};
const parse = (name: string, content: string | Uint8Array) => {
  const parsed = parseFile(name, typeof content === "string" ? utf8(content) : content);
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed;
};
const rowsOf = (parsed: ParsedFile) => parsed.lists.flatMap(({ rows }) => rows);
const songs = (name: string, content: string | Uint8Array) =>
  rowsOf(parse(name, content)).map(({ title, artist, durationSeconds }) => [title, artist, durationSeconds]);

const EXPORTIFY = `"Track URI","Track Name","Album Name","Artist Name(s)","Track Duration (ms)"
"spotify:1","Èkó, Òní ""Live""","Album","Àdùkẹ́,Olu","185000"
"spotify:2","Two
lines","Album","Ngozi","61000"
`;

describe("parseFile()", () => {
  it("reads tables by the names of their columns, whatever separates them", () => {
    const rows = [['Èkó, Òní "Live"', "Àdùkẹ́,Olu", 185], ["Two lines", "Ngozi", 61]];
    expect(songs("My Mix.csv", EXPORTIFY)).toEqual(rows);
    expect(parse("My Mix.csv", EXPORTIFY).lists[0]?.name).toBe("My Mix");
    expect(songs("a.csv", "Artist;Title;Time\nNgozi;Dance;3:05\n")).toEqual([["Dance", "Ngozi", 185]]);
    expect(songs("a.txt", "Dance\tNgozi\nSing\tAda\n")).toEqual([["Dance", "Ngozi", undefined], [
      "Sing",
      "Ada",
      undefined,
    ]]);
  });

  it("reads M3U with and without its tags", () => {
    const m3u =
      "#EXTM3U\n#EXTINF:123,Ngozi - Dance - Remix\n/a/b.mp3\nC:\\Music\\02 Ada - Sing.mp3\n\n#EXTINF:-1,Alone\nx";
    expect(songs("a.m3u8", m3u)).toEqual([
      ...[["Dance - Remix", "Ngozi", 123], ["Sing", "Ada", undefined], ["Alone", "", undefined]],
    ]);
  });

  it("reads the playlists of a Spotify account, and its library", () => {
    const track = { trackName: "Dance", artistName: "Ngozi", trackUri: "x" };
    const file = {
      playlists: [{ name: "One", items: [{ track }, { episode: {} }, null] }, { name: "Two", items: 7 }, 5],
    };
    expect(parse("Playlist1.json", JSON.stringify(file)).lists).toEqual([
      { name: "One", rows: [{ title: "Dance", artist: "Ngozi" }] },
    ]);
    const library = { tracks: [{ artist: "Ngozi", album: "A", track: "Dance" }] };
    expect(songs("YourLibrary.json", JSON.stringify(library))).toEqual([["Dance", "Ngozi", undefined]]);
  });

  it("reads UTF-16 and Latin-1, with a mark and without", () => {
    const text = "Title,Artist\nÉté,Ngozi\n";
    for (const bytes of [utf16(`\ufeff${text}`), utf16(`\ufeff${text}`, true), utf16(text), utf16(text, true)]) {
      expect(songs("a.csv", bytes)).toEqual([["Été", "Ngozi", undefined]]);
    }
    expect(songs("a.csv", Uint8Array.from(text, (letter) => letter.charCodeAt(0)))).toEqual([[
      "Été",
      "Ngozi",
      undefined,
    ]]);
  });

  it("loses one line to a quote that never ends, and runs no formula", () => {
    const many = Array.from({ length: 20 }, (_, index) => `Song ${index},Ngozi`).join("\n");
    expect(songs("a.csv", `Title,Artist\n"Open,Ada\n${many}`)).toHaveLength(21);
    expect(songs("a.csv", 'Title,Artist\n="Dance",=1+1\n12" mix,Ada\n')).toEqual([
      ...[["Dance", "=1+1", undefined], ['12" mix', "Ada", undefined]],
    ]);
    expect(missingCsv([{ title: '=HYPERLINK("x")', artist: "-1" }])).toBe(
      'Title,Artist\r\n"\'=HYPERLINK(""x"")","\'-1"',
    );
  });

  it("takes out NUL and what turns lines around, cuts long cells, and has each song once", () => {
    const long = "x".repeat(1_000);
    expect(songs("a.csv", `Title,Artist\nDa\u0000nce\u202e!,Ngozi\nDance,Ada\ndance,ADA\n${long},Ada\n,Ada\n`)).toEqual(
      [
        ...[["Da nce !", "Ngozi", undefined], ["dance", "ADA", undefined], ["x".repeat(300), "Ada", undefined]],
      ],
    );
  });

  it("says in words what it cannot read", () => {
    const problem = (name: string, bytes: Uint8Array) => {
      const parsed = parseFile(name, bytes);
      return "problem" in parsed ? parsed.problem : "none";
    };
    expect(problem("a.csv", new Uint8Array(MOST_BYTES + 1))).toMatch("at most 10 MB");
    expect(problem("a.csv", utf8("Title,Artist\n,\n??,Ada\n"))).toMatch("No songs");
    expect(problem("a.png", Uint8Array.from({ length: 5_000 }, (_, index) => index * 7 % 32))).toMatch("no text file");
  });

  it("reads ten thousand rows and says that there were more, quickly", () => {
    const rows = Array.from({ length: 12_000 }, (_, index) => `Song ${index},Artist ${index % 7},3:00`).join("\n");
    const began = performance.now();
    const parsed = parse("a.csv", `Title,Artist,Length\n${rows}`);
    expect([rowsOf(parsed).length, parsed.isCut]).toEqual([10_000, true]);
    expect(performance.now() - began).toBeLessThan(3_000);
  });
});
