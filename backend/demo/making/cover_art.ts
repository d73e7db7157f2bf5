import { Buffer } from "node:buffer";
import sharp from "sharp";
import { dyed } from "./cover/dye.ts";
import { LAYOUTS, type Picture, PICTURES } from "./cover/layouts.ts";
import { type Palette, PALETTES } from "./cover/palette.ts";
import { portrait } from "./cover/portrait.ts";
import { type SleeveText, sleeveText } from "./cover/sleeve_text.ts";
import { element, escaped } from "./cover/svg.ts";
import { pick, seededRandom } from "./random.ts";

const PIXELS = 512;

export interface Sleeve extends SleeveText {
  /** What it shows; chosen by the seed when left out. */
  picture?: Picture;
}

/** A record sleeve after adire, the resist-dyed cloth of Abẹ́òkúta, as SVG: the same seed draws the same sleeve. */
export function drawCover(seed: number, sleeve: Sleeve): string {
  const { colours, drawing, text } = coverLayers(seed, sleeve);
  return sheet(`${sleeve.title}, ${sleeve.artist}`, ground(colours) + drawing + text);
}

/** A head in profile or from the front, in a medallion of the same cloth. */
export function drawPortrait(seed: number, name = ""): string {
  const { colours, drawing } = portraitLayers(seed);
  return sheet(name, ground(colours) + drawing);
}

/** The cover as PNG, 512 by 512, with the unevenness of dye, hand and thread. */
export function renderCover(seed: number, sleeve: Sleeve): Promise<Uint8Array> {
  return render(seed, coverLayers(seed, sleeve));
}

/** The picture of an artist as a PNG, from a seed. */
export function renderPortrait(seed: number): Promise<Uint8Array> {
  return render(seed, portraitLayers(seed));
}

interface Layers {
  colours: Palette;
  drawing: string;
  /** Printed on the finished cloth. */
  text: string;
}

function coverLayers(seed: number, { picture, ...words }: Sleeve): Layers {
  const random = seededRandom(seed);
  const layout = LAYOUTS[picture ?? pick(random, PICTURES)];
  const colours = pick(random, PALETTES);
  const { svg: text, pictureHeight } = sleeveText(words, colours, random);
  return { colours, drawing: layout(colours, random, pictureHeight), text };
}

function portraitLayers(seed: number): Layers {
  const random = seededRandom(seed * 7919);
  const colours = pick(random, PALETTES);
  return { colours, drawing: portrait(colours, random), text: "" };
}

async function render(seed: number, { colours, drawing, text }: Layers): Promise<Uint8Array> {
  const flat = await picture(sheet("", drawing)).ensureAlpha().raw().toBuffer();
  const cloth = sharp(dyed(flat, PIXELS, { seed, colours }), { raw: { width: PIXELS, height: PIXELS, channels: 3 } });
  return new Uint8Array(await cloth.composite([{ input: Buffer.from(sheet("", text)) }]).png().toBuffer());
}

function picture(svg: string) {
  return sharp(Buffer.from(svg)).resize(PIXELS, PIXELS);
}

function ground(colours: Palette): string {
  return element("rect", { width: PIXELS, height: PIXELS, fill: colours.ground });
}

function sheet(title: string, inside: string): string {
  const size = { viewBox: `0 0 ${PIXELS} ${PIXELS}`, width: PIXELS, height: PIXELS };
  const named = title === "" ? "" : element("title", {}, escaped(title));
  return element("svg", { xmlns: "http://www.w3.org/2000/svg", ...size }, named + inside);
}
