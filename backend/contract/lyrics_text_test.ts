import { describe, expect, it } from "vitest";
import { cleanLyrics, linesOf } from "./lyrics_text.ts";
import { subtitlesAsLrc } from "./subtitles.ts";

const said = (text: string, durationMs?: number) =>
  linesOf(text, durationMs).map(({ atMs, text }) => atMs === undefined ? text : `${atMs} ${text}`);

describe("lines", () => {
  it("of plain text stand as they are, marks and markup among them", () => {
    expect(said("[Chorus]\nÈkó ò ní bàjẹ́\n\n<b>o</b> & <script>")).toEqual([
      ...["[Chorus]", "Èkó ò ní bàjẹ́", "", "<b>o</b> & <script>"],
    ]);
  });

  it("of LRC come in the order in which they are sung, repeated ones as often", () => {
    expect(said("[ti:Song]\n[00:12.50]two\n[00:05]one\n[00:20.5][00:03.123]again\n[01:00.00]")).toEqual([
      ...["3123 again", "5000 one", "12500 two", "20500 again", "60000 "],
    ]);
  });

  it("with the same time keep their order, and word times are taken out", () => {
    expect(said("[00:01.00]a\n[00:01.00]<00:01.10>b <00:01.20>c")).toEqual(["1000 a", "1000 b c"]);
  });

  it.each([
    ["a time that is none", "[00:10.00]one\n[00:75.00]two", ["10000 one", "10000 two"]],
    ["an offset that brings lines earlier, never before the song", "[offset:+2000]\n[00:01]a\n[00:05]b", [
      "0 a",
      "3000 b",
    ]],
    ["a negative offset, never behind the song", "[offset:-2000]\n[00:01]a\n[00:59]b", ["3000 a", "60000 b"]],
    ["an offset beyond reason", "[offset:999999999]\n[00:01]a", ["1000 a"]],
    ["a time behind the song", "[999:59.999]a", ["60000 a"]],
    ["a line without a time among timed ones", "[00:10]a\nb\n\n[00:05]c", ["5000 c", "10000 a", "10000 b"]],
    ["marks that do not end", "[00:01]a\n[00:02", ["1000 a", "1000 [00:02"]],
  ])("are bounded with %s", (_, text, lines) => expect(said(text, 60_000)).toEqual(lines));
});

describe("notes", () => {
  const long = "x".repeat(120);
  it.each([
    ...["[ti:Song]", "[ti:Song [Remix]]", `[ti:${long}]`, `[re:https://www.megalobiz.com/lrc/maker/${long}]`],
    ...["[lang:eng]", "[language: yo]", "[la:en]", "[ver:1.0]", "[ve:v1.2]", "[hash:0a1b]", "[total:204000]"],
    ...["[encoding:utf-8]", "[length: 03:05.10]", "[LENGTH:185]", "[#: made by hand]", "[:] a comment", "[tool:x](y)"],
    ...["[ti:Song][ar:Ngozi]", "[id: abc]", "[au: A & B]", "[by:]", "[ti:no end", "[ti :Song]", "  [al:Album]  "],
    ...["[x-made-with:pen]", "[kana:11]", "[country:NG]", "[artistas: Ngozi]", "[издание:2]", "[a.b_c: d]"],
  ])("such as %s are no lines, in plain text and in LRC", (note) => {
    expect(said(`${note}\nÈkó`)).toEqual(["Èkó"]);
    expect(said(`[00:05.00]one\n${note}\n[00:07.00]two`)).toEqual(["5000 one", "7000 two"]);
  });

  it("of several words, and comments, are none among timed lines", () => {
    expect(said("[Song title: A]\n# made by hand\n[00:05]one")).toEqual(["5000 one"]);
    expect(said("#1 in my heart\n[Ngozi and Ada: talking]")).toEqual(["#1 in my heart", "[Ngozi and Ada: talking]"]);
  });

  it("are not the names of a song's parts, nor words in brackets", () => {
    const parts = ["[Chorus: Ngozi]", "[Verse 1: Ada]", "[Pre-Chorus: Ada]", "[Outro:]", "[Chorus]", "[Wizkid:] I dey"];
    expect(said(parts.join("\n"))).toEqual(parts);
    expect(said("[00:05]one\n[Chorus: Ngozi]\n[00:07][Ada: yeah]")).toEqual([
      ...["5000 one", "5000 [Chorus: Ngozi]", "7000 [Ada: yeah]"],
    ]);
  });

  it("in a timed line leave its time", () => {
    expect(said("[ti:Song][00:01]one\n[00:02][by:me]")).toEqual(["1000 one", "2000 "]);
  });
});

describe("times", () => {
  it.each([
    ["[00:11,5]a", ["11500 a"]],
    ["[0:11.5]a", ["11500 a"]],
    ["[00:11:50]a", ["11500 a"]],
    ["[00:11.]a", ["11000 a"]],
    ["[00:11.123456]a", ["11123 a"]],
    ["[ 00:11.50 ] a", ["11500 a"]],
    ["[00:01:02.50]a", ["62500 a"]],
    ["[01:00:02,250]a", ["3602250 a"]],
    ["[00:12.00] [00:14.00] a", ["12000 a", "14000 a"]],
    ["[00:12.00]a[00:12.50]b", ["12000 ab"]],
    ["[00:12.00]Hello [00:12.50]world[00:13.00]", ["12000 Hello world"]],
    ["[00:12.00][00:12.00]Hello [00:12.50]world", ["12000 Hello world"]],
    ["[00:12.00] <00:12.00> Hello <00:12,50> world <00:13.00>", ["12000 Hello world"]],
    ["[00:12.00]<00:00:12.00>Hello <00:00:12.50>world", ["12000 Hello world"]],
    ["<00:12.00>Hello <00:12.50>world", ["12000 Hello world"]],
    ["[00:12.00]v1: <00:12.00>Hello\n[bg: <00:12.40>oh <00:12.60>oh]", ["12000 Hello", "12400 oh oh"]],
  ])("of %j are read", (text, lines) => expect(said(text)).toEqual(lines));

  it("alone make no song of figures: a plain text may have any in its words", () => {
    expect(said("I wake at 5:30\n[5 o'clock] <3")).toEqual(["I wake at 5:30", "[5 o'clock] <3"]);
  });
});

describe("subtitles", () => {
  it.each([
    [
      "SRT",
      "1\r\n00:00:01,000 --> 00:00:04,000\r\n<i>Hello</i> {\\an8}there\r\nsecond\r\n\r\n2\r\n00:01:05,500 --> 00:01:08,000\r\n12\r\n",
      [
        ...["1000 Hello there", "1000 second", "65500 12"],
      ],
    ],
    ["SRT without empty lines", "1\n00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:03,000 --> 00:00:04,000\nTwo", [
      ...["1000 One", "3000 Two"],
    ]],
    [
      "WebVTT",
      "WEBVTT - Song\nKind: captions\n\nNOTE made\nby hand\n\nSTYLE\n::cue { color: red }\n\nfirst\n00:01.000 --> 00:04.000 align:start\n" +
      "<v Ngozi>Hello <00:02.000>there</v>\n\n01:00:05.500 --> 01:00:08.000\nYou &amp; me &#8212; <b>now</b>",
      ["1000 Hello there", "3605500 You & me — now"],
    ],
    ["SBV", "0:00:01.000,0:00:04.000\nHello\n\n0:00:05.000,0:00:06.000\nWorld", ["1000 Hello", "5000 World"]],
    [
      "TTML",
      '<?xml version="1.0"?>\n<tt xmlns="http://www.w3.org/ns/ttml"><head><metadata/></head><body dur="9"><div><p begin="1.5s" end="3">Hello\n' +
      '  <span begin="2s">there</span><br/>you</p><tt:p xml:id="b" begin="01:02.5">Ẹ &lt;kú</tt:p><p>no time</p></div></body></tt>',
      ["1500 Hello there", "1500 you", "62500 Ẹ <kú"],
    ],
  ])("are stored as the lines of LRC: %s", (_, text, lines) => expect(said(cleanLyrics(text))).toEqual(lines));

  it("are not made of an arrow or a time in a line of a song", () => {
    const plain = "From 00:01 --> to you\n1:02.5 is late\n<p>tt</p>";
    expect(cleanLyrics(plain)).toBe(plain);
  });
});

describe("lyrics", () => {
  it("lose what would change the page around them, and keep the letters", () => {
    expect(cleanLyrics("\ufeffÈkó\u202e evil\u2066\r\nsecond\u0000\u200b line  \r\n\n\n\nend")).toBe(
      "Èkó evil\nsecond line\n\nend",
    );
    expect(cleanLyrics(`a${"\u0301".repeat(500)}`).length).toBeLessThan(8);
  });

  it.each([
    ["1 MB", "a".repeat(1_024 * 1_024), /at most 64 KB: these have 1,024 KB/],
    ["letters of several bytes", "ẹ́".repeat(20_000), /at most 64 KB/],
    ["2,001 lines", "a\n".repeat(2_001), /at most 2,000 lines/],
    ["more times than lines", "[00:01]".repeat(9_000), /at most 2,000 lines/],
    ["nothing but marks", "[ti:x]\n[00:01]", /Write or paste/],
  ])("are refused in words: %s", (_, text, words) => expect(() => cleanLyrics(text)).toThrow(words));

  it("of a million marks are refused as soon as any others", () => {
    expect(() => cleanLyrics("[00:01]".repeat(1_000_000))).toThrow(/at most 64 KB/);
    // A pattern that backtracks would hang here.
    for (
      const hostile of [
        "[".repeat(60_000),
        "[00:01 ".repeat(9_000),
        "<00:0".repeat(12_000),
        "[a]".repeat(20_000),
        "[a:]".repeat(15_000),
        `[${" ".repeat(60_000)}`,
        `[${"1:".repeat(30_000)}`,
      ]
    ) {
      linesOf(hostile);
      for (const head of ["<tt>", "00:01.000 --> 00:02.000\n"]) {
        for (const part of ["<p ", "<p begin='1s'>", "</p", "<", "{\\", "&#1", " begin='"]) {
          subtitlesAsLrc(head + part.repeat(20_000));
        }
      }
    }
  });
});
