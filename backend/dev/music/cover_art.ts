import sharp from "sharp";
import { cloth } from "./cover/cloth.ts";
import { LAYOUTS, type Picture, PICTURES } from "./cover/layouts.ts";
import { PALETTES } from "./cover/palette.ts";
import { portrait } from "./cover/portrait.ts";
import { type SleeveText, sleeveText } from "./cover/sleeve_text.ts";
import { pick, seededRandom } from "./random.ts";

const PIXELS = 512;

export interface Sleeve extends SleeveText {
  /** What it shows; chosen by the seed when left out. */
  picture?: Picture;
}

/** A record sleeve after adire, the resist-dyed cloth of Abẹ́òkúta: the same seed draws the same sleeve. */
export function drawCover(seed: number, { picture, ...text }: Sleeve): string {
  const random = seededRandom(seed);
  const layout = LAYOUTS[picture ?? pick(random, PICTURES)];
  const colours = pick(random, PALETTES);
  const sleeve = sleeveText(text, colours, random);
  const drawing = layout(colours, random, sleeve.pictureHeight);
  return cloth({ seed, colours, title: `${text.title}, ${text.artist}` }, drawing, sleeve.svg);
}

/** A head in profile or from the front, in a medallion of the same cloth. */
export function drawPortrait(seed: number, name = ""): string {
  const random = seededRandom(seed * 7919);
  const colours = pick(random, PALETTES);
  return cloth({ seed, colours, title: name }, portrait(colours, random), "");
}

export function renderCover(seed: number, text: Sleeve): Promise<Uint8Array> {
  return pixels(drawCover(seed, text));
}

export function renderPortrait(seed: number): Promise<Uint8Array> {
  return pixels(drawPortrait(seed));
}

/** PNG, 512 by 512. */
async function pixels(svg: string): Promise<Uint8Array> {
  return new Uint8Array(await sharp(new TextEncoder().encode(svg)).resize(PIXELS, PIXELS).png().toBuffer());
}
