import { crc32 } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

/** Blue above, orange below, wider than high. */
function picture() {
  const half = { create: { width: 300, height: 100, channels: 3, background: "#e07b2d" } } as const;
  return sharp({ create: { width: 300, height: 200, channels: 3, background: "#1d2b64" } })
    .composite([{ input: half, left: 0, top: 100 }]);
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="200" height="200"/></svg>';

describe("cover()", () => {
  it("makes AVIF and WebP squares in five sizes, each one decodable", async () => {
    const facts = await media.cover(await picture().jpeg().toBuffer());
    expect(facts).toMatchObject({ width: 300, height: 200 });
    const kinds = facts.files.map(({ size, format }) => `${size}.${format}`);
    expect(kinds.sort()).toEqual([
      "128.avif",
      "128.webp",
      "160.avif",
      "160.webp",
      "256.avif",
      "256.webp",
      "512.avif",
      "512.webp",
      "64.avif",
      "64.webp",
    ]);
    for (const { bytes, size, format } of facts.files) {
      const found = await sharp(bytes).metadata();
      expect(found).toMatchObject({ width: size, height: size, format: format === "avif" ? "heif" : "webp" });
    }
  });

  it("takes its two colours from the upper left and the lower right", async () => {
    const { placeholder } = await media.cover(await picture().png().toBuffer());
    const [first = "", second = ""] = placeholder.split(", ");
    expect(Number.parseInt(first.slice(5), 16)).toBeGreaterThan(Number.parseInt(first.slice(1, 3), 16));
    expect(Number.parseInt(second.slice(1, 3), 16)).toBeGreaterThan(Number.parseInt(second.slice(5), 16));
  });

  it("turns pictures upright and drops all EXIF, places included", async () => {
    const exif = { IFD0: { Copyright: "me" }, IFD3: { GPSLatitude: "6/1 27/1 0/1" } };
    const sideways = await picture().withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const facts = await media.cover(sideways);
    expect(facts).toMatchObject({ width: 200, height: 300 });
    const largest = facts.files.find(({ size, format }) => size === 512 && format === "webp")?.bytes;
    const [red = 0, , blue = 0] = await sharp(largest).extract({ left: 20, top: 250, width: 1, height: 1 }).raw()
      .toBuffer();
    expect(red, "orange, that was below, is on the left when upright").toBeGreaterThan(blue);
    for (const { bytes } of facts.files) {
      const found = await sharp(bytes).metadata();
      expect(found.exif).toBeUndefined();
      expect(found.orientation ?? 1).toBe(1);
    }
  });

  it("draws GIF, AVIF and TIFF anew, and the first frame of what moves", async () => {
    const red = await sharp({ create: { width: 300, height: 100, channels: 3, background: "#c01010" } }).png()
      .toBuffer();
    const blue = await sharp({ create: { width: 300, height: 100, channels: 3, background: "#1010c0" } }).png()
      .toBuffer();
    const moving = await sharp([red, blue], { join: { animated: true } }).gif({ loop: 0 }).toBuffer();
    const pages = await sharp([red, blue], { join: { animated: true } }).tiff().toBuffer();
    for (const bytes of [moving, pages, await sharp(red).avif().toBuffer()]) {
      const { width, height, placeholder } = await media.cover(bytes, {
        filename: "cover.jpg",
        contentType: "image/jpeg",
      });
      expect([width, height]).toEqual([300, 100]);
      expect(placeholder).toMatch(/^#[bcd]\w[01]\w[01]\w, #[bcd]\w[01]\w[01]\w$/);
    }
  });

  it("names what it does not take", async () => {
    const said = (bytes: string) => media.cover(new TextEncoder().encode(bytes));
    await expect(said("\0\0\0\x18ftypheic\0\0\0\0mif1heic")).rejects.toThrow(
      "This is a HEIC picture, which we cannot take: please choose a JPEG, PNG, WebP, GIF, AVIF or TIFF",
    );
    await expect(said("8BPS\0\x01")).rejects.toThrow("This is a Photoshop picture");
    await expect(said("%PDF-1.7")).rejects.toThrow("This is a PDF document");
    await expect(said("\0\0\0\x0cjP  \r\n")).rejects.toThrow("This is a JPEG 2000 picture");
    await expect(said("\0\0\x01\0\x01\0\x10\x10\0\0")).rejects.toThrow("This is an icon (ICO or ICNS)");
    await expect(said("%!PS-Adobe-3.0 EPSF-3.0\n")).rejects.toThrow("This is a PostScript drawing");
    await expect(said("<?xml version='1.0'?>\n<!-- made by hand -->\n<svg/>")).rejects.toThrow(
      "This is an SVG drawing",
    );
    await expect(said("\0\0\0\x18ftypisom")).rejects.toThrow("This is a recording or a video");
    // Also where its name says so: a picture of ours under such a name is told to be none.
    const named = (bytes: Uint8Array, filename: string) => media.cover(bytes, { filename, contentType: "" });
    await expect(named(new TextEncoder().encode("8BPS\0\x01"), "a.psd")).rejects.toThrow("This is a Photoshop picture");
    await expect(named(await picture().png().toBuffer(), "a.psd")).rejects.toThrow(
      "do not support this picture format",
    );
  });

  it("names the RAW pictures of cameras, most of which are TIFF with a small picture in front", async () => {
    const directories = (tags: readonly number[], inside: readonly number[] = []) => {
      const bytes = new Uint8Array(200);
      const view = new DataView(bytes.buffer);
      bytes.set(new TextEncoder().encode("II*"));
      view.setUint32(4, 8, true);
      for (const [at, list] of [[8, tags], [100, inside]] as const) {
        view.setUint16(at, list.length / 2, true);
        list.forEach((value, index) => view.setUint16(at + 2 + 12 * (index >> 1) + 8 * (index % 2), value, true));
        list.forEach((_, index) => view.setUint32(at + 2 + 12 * (index >> 1) + 4, 1, true));
      }
      return bytes;
    };
    const [dng, dngAlone] = [directories([262, 2, 50_706, 1_025]), directories([262, 32_803, 50_706, 1_025])];
    for (const bytes of [dng, dngAlone]) await expect(media.cover(bytes)).rejects.toThrow("This is a DNG picture");
    const nikon = directories([262, 2, 330, 100], [259, 34_713, 262, 32_803]);
    const canon = new TextEncoder().encode("II*\0\x10\0\0\0CR\x02\0");
    for (const bytes of [nikon, canon]) {
      await expect(media.cover(bytes)).rejects.toThrow("This is a RAW picture of a camera");
    }
  });

  it("takes AVIF under the name of all pictures in its container", async () => {
    const avif = await picture().avif().toBuffer();
    avif.write("mif1", 8);
    expect(await media.cover(avif)).toMatchObject({ width: 300, height: 200 });
  });

  it("draws the middle of a long strip, not all of it as large as its short side has to be", async () => {
    const end = { create: { width: 30_000, height: 64, channels: 3, background: "#c01010" } } as const;
    const strip = await sharp({ create: { width: 100_000, height: 64, channels: 3, background: "#1010c0" } })
      .composite([{ input: end, left: 0, top: 0 }, { input: end, left: 70_000, top: 0 }]).png().toBuffer();
    const { width, placeholder } = await media.cover(strip);
    expect([width, placeholder]).toEqual([100_000, "#1010c0, #1010c0"]);
  });

  it("refuses SVG and everything whose first bytes and content disagree", async () => {
    const disguised = new Uint8Array([0x89, ...new TextEncoder().encode(`PNG\r\n\x1a\n${svg}`)]);
    await expect(media.cover(new TextEncoder().encode(svg))).rejects.toMatchObject({ code: "not_an_image" });
    for (const bytes of [disguised, new TextEncoder().encode("RIFF1234WEBPnothing")]) {
      await expect(media.cover(bytes)).rejects.toMatchObject({ code: "image_damaged" });
    }
  });

  it("refuses a bomb by its header, before a pixel is unpacked", async () => {
    const bomb = new Uint8Array(await picture().png().toBuffer());
    const view = new DataView(bomb.buffer);
    view.setUint32(16, 60_000);
    view.setUint32(20, 60_000);
    view.setUint32(29, crc32(bomb.subarray(12, 29)));
    await expect(media.cover(bomb)).rejects.toMatchObject({ code: "image_too_large" });
  });

  it("refuses what is empty, broken, too small or too heavy", async () => {
    const jpeg = await picture().jpeg().toBuffer();
    await expect(media.cover(new Uint8Array())).rejects.toMatchObject({ code: "image_empty" });
    await expect(media.cover(jpeg.subarray(0, jpeg.length - 400))).rejects.toMatchObject({ code: "image_damaged" });
    for (const format of ["gif", "tiff", "webp", "avif"] as const) {
      const whole = await picture().toFormat(format).toBuffer();
      const half = media.cover(whole.subarray(0, whole.length / 2));
      await expect(half, format).rejects.toMatchObject({ code: "image_damaged" });
    }
    await expect(media.cover(await sharp(jpeg).resize(40).png().toBuffer())).rejects.toMatchObject({
      code: "image_too_small",
    });
    await expect(media.cover(new Uint8Array(10_500_000))).rejects.toMatchObject({ code: "image_too_large" });
  });

  it("leaves nothing in the work directory", async () => {
    await media.cover(await picture().webp().toBuffer());
    await media.cover(new TextEncoder().encode(svg)).catch(() => undefined);
    expect([...Deno.readDirSync(media.workDir)]).toEqual([]);
  });
});
