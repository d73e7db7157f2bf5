import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countLetters, drawable, markup, shortened } from "./card_text.ts";
import { createMedia } from "./mod.ts";
import type { Media } from "./types.ts";

let media: Media;
beforeAll(async () => {
  media = createMedia({ workDir: await Deno.makeTempDir({ prefix: "orin-media-" }) });
});
afterAll(async () => {
  await media.close();
  await Deno.remove(media.workDir, { recursive: true });
});

const square = () =>
  sharp({ create: { width: 512, height: 512, channels: 3, background: "#c04020" } }).webp().toBuffer();
const card = (title: string, line = "Ayọ̀ & Sons", picture?: Uint8Array) =>
  media.card({ label: "Song", title, line }, picture);

/** How many pixels of the words are lighter than the ground. */
async function inkIn(picture: Uint8Array): Promise<number> {
  const words = await sharp(picture).extract({ left: 598, top: 96, width: 514, height: 374 }).greyscale().raw()
    .toBuffer();
  return words.filter((value) => value > 120).length;
}

describe("card()", () => {
  it.each([
    ["a short title", "Ọ̀nà Ìlú"],
    ["markup", `</span><span size="999999"><script>alert('1')</script> & "'`],
    ["controls, half letters and turned text", "a\0b \ud800 \u202egnirts \u2066 \r\n c"],
    ["towers of marks", `a${"\u0300".repeat(3_000)}`],
    ["one endless word", "W".repeat(5_000)],
    ["other scripts", "العربية 日本語 🎵"],
  ])("draws %s as a JPEG of 1200 by 630", async (_what, title) => {
    const drawn = await card(title, title, await square());
    const { format, width, height, exif } = await sharp(drawn).metadata();
    expect([format, width, height, exif]).toEqual(["jpeg", 1_200, 630, undefined]);
    expect(drawn.length).toBeLessThan(300_000);
    expect(await inkIn(drawn)).toBeGreaterThan(500);
  });

  it("draws nothing where nothing can be seen, and Orin's sign for a missing cover", async () => {
    const drawn = await card("\u200b", "");
    expect((await sharp(drawn).metadata()).width).toBe(1_200);
    // The picture comes from the service's own store: what is no picture is a fault.
    await expect(card("Title", "Line", new TextEncoder().encode("no picture"))).rejects.toThrow();
    expect(await Array.fromAsync(Deno.readDir(media.workDir))).toEqual([]);
  });
});

describe("the text of a card", () => {
  it("is one line without what turns, hides or towers", () => {
    expect(drawable(" a\n\tb\u202ec\u0000 ")).toBe("a b c");
    expect(drawable(`o${"\u0300".repeat(50)}k`)).toBe(`o${"\u0300".repeat(3)}k`);
    expect(drawable("Ọ̀ṣun ẹ̀kọ́ ₦")).toBe("Ọ̀ṣun ẹ̀kọ́ ₦");
    expect(countLetters(drawable("x".repeat(9_999)))).toBe(160);
  });

  it("is cut between words, and never within a letter", () => {
    expect(shortened("one two three four five", 15)).toBe("one two three…");
    expect(shortened("ẹ̀ẹ̀ẹ̀ẹ̀", 3)).toBe("ẹ̀ẹ̀…");
    expect(markup('<b>&"')).toBe('&lt;b&gt;&amp;"');
  });
});
