import sharp from "sharp";
import { LEAST_PICTURE_PX } from "../../contract/uploads.ts";
import { COVER_SIZES, type CoverReport, MediaRefusal } from "./types.ts";
import { foreignPicture, sniffImage } from "./magic.ts";
import { coverPath } from "./protocol.ts";

const MAX_PIXELS = 40_000_000;
/** A square is looked for in the middle of what is longer: all of a thin strip would be drawn as wide as its sides are apart. */
const MOST_TIMES_AS_LONG = 4;

/** Squares in both formats beside `outputPrefix`. sharp writes no EXIF, GPS or colour profile unless asked to. */
export async function makeCover(input: string, outputPrefix: string): Promise<CoverReport> {
  const bytes = Deno.readFileSync(input);
  const { width, height } = await measure(bytes);
  const largest = Math.max(...COVER_SIZES);
  const square = await decode(bytes, { width, height, side: largest });
  const files: CoverReport["files"] = [];
  for (const size of COVER_SIZES) {
    const picture = sharp(square, { raw: { width: largest, height: largest, channels: 3 } }).resize(size, size);
    const avif = await picture.clone().avif({ quality: 55, effort: 1 }).toBuffer();
    const webp = await picture.clone().webp({ quality: 78 }).toBuffer();
    Deno.writeFileSync(coverPath(outputPrefix, { size, format: "avif" }), avif);
    Deno.writeFileSync(coverPath(outputPrefix, { size, format: "webp" }), webp);
    files.push({ size, format: "avif", contentType: "image/avif" }, {
      size,
      format: "webp",
      contentType: "image/webp",
    });
  }
  return { files, placeholder: await twoColours(square, largest), width, height };
}

/** The header is read first, so a bomb is refused before a pixel of it is unpacked. */
async function measure(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const kind = sniffImage(bytes);
  if (!kind) throw new MediaRefusal("not_an_image", { found: foreignPicture(bytes) });
  const header = await sharp(bytes, { limitInputPixels: false }).metadata().catch(() => undefined);
  // It begins as a picture of ours.
  if (!header) throw new MediaRefusal("image_damaged");
  if (header.format !== (kind === "avif" ? "heif" : kind)) throw new MediaRefusal("not_an_image");
  // Only the first frame or page is drawn.
  const { width, height } = header.autoOrient;
  if (width * height > MAX_PIXELS) throw new MediaRefusal("image_too_large");
  if (Math.min(width, height) < LEAST_PICTURE_PX) throw new MediaRefusal("image_too_small");
  return { width, height };
}

async function decode(
  bytes: Uint8Array,
  { width, height, side }: { width: number; height: number; side: number },
): Promise<Uint8Array> {
  const longest = MOST_TIMES_AS_LONG * Math.min(width, height);
  const middle = (length: number) => Math.max(0, Math.floor((length - longest) / 2));
  const part = { width: Math.min(width, longest), height: Math.min(height, longest) };
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" })
      .autoOrient()
      .extract({ left: middle(width), top: middle(height), ...part })
      .resize(side, side, { fit: "cover", position: "attention" })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .raw()
      .toBuffer();
  } catch {
    throw new MediaRefusal("image_damaged");
  }
}

/** The mean colours of the upper left and the lower right quarter. */
async function twoColours(square: Uint8Array, side: number): Promise<string> {
  const four = await sharp(square, { raw: { width: side, height: side, channels: 3 } })
    .resize(2, 2, { kernel: "linear" }).raw().toBuffer();
  const hex = (pixel: number) => `#${four.subarray(pixel * 3, pixel * 3 + 3).toString("hex")}`;
  return `${hex(0)}, ${hex(3)}`;
}
