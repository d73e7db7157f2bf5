import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { drawCover, drawPortrait, renderCover, renderPortrait } from "./cover_art.ts";
import { PICTURES } from "./cover/layouts.ts";

const text = { title: "Ọjọ́ Ayọ̀", artist: "Àdùkẹ́ Bright" };

/** How much two pictures differ, 0 to 255. */
async function difference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((png) => sharp(png).resize(32, 32).removeAlpha().raw().toBuffer()));
  if (!a || !b) throw new Error("two pictures");
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}

describe("drawCover()", () => {
  it("draws the same for the same seed, and another sleeve for another", () => {
    expect(drawCover(4, text)).toBe(drawCover(4, text));
    expect(drawCover(4, text)).not.toBe(drawCover(5, text));
  });

  it("shows the picture it was asked for", async () => {
    const [first, second] = await Promise.all([
      renderCover(4, { ...text, picture: "night" }),
      renderCover(4, { ...text, picture: "danfo" }),
    ]);
    expect(await difference(first, second)).toBeGreaterThan(10);
  });

  it("keeps titles from becoming markup", () => {
    const svg = drawCover(1, { title: '<script>"&', artist: "A & B" });
    expect(svg).not.toContain("<script");
    expect(svg).toContain("&lt;script&gt;");
  });

  it("can draw every picture there is", async () => {
    for (const picture of PICTURES) {
      const svg = new TextEncoder().encode(drawCover(9, { ...text, picture }));
      expect(await sharp(svg).metadata(), picture).toMatchObject({ format: "svg", width: 512, height: 512 });
    }
  });

  it("fills a square PNG of 512 pixels", async () => {
    const png = await renderCover(9, text);
    expect(await sharp(png).metadata()).toMatchObject({ format: "png", width: 512, height: 512 });
    expect((await sharp(png).stats()).entropy).toBeGreaterThan(4);
  });
});

describe("drawPortrait()", () => {
  it("gives every seed a face of its own", async () => {
    expect(drawPortrait(3, "Bísí")).toContain("<title>Bísí</title>");
    expect(await difference(await renderPortrait(3), await renderPortrait(4))).toBeGreaterThan(10);
  });
});
