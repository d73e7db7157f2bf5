import { join } from "node:path";
import sharp, { type OverlayOptions, type Sharp } from "sharp";
import { countLetters, drawable, markup, shortened } from "./card_text.ts";
import { type Card, CARD_SIZE } from "./types.ts";

const FOLDER = join(import.meta.dirname ?? "", "card");
/** As the font's own table of names says it. */
const FAMILY = "Inter Variable";
const { width: WIDTH, height: HEIGHT } = CARD_SIZE;
const COLOURS = { ground: "#0f1023", ink: "#f7f0e1", soft: "#c5c2dc", marigold: "#f4b23f" };
const COVER = { side: 438, left: 96, top: 96, radius: 28 };
/** Where the words stand: beside the picture, above the sign. */
const WORDS = { left: 598, top: 96, width: 514, bottom: 470 };
/** The largest at which a title fits, px. */
const TITLE_SIZES = [72, 60, 50, 42];
const TITLE_HEIGHT = 250;

/** Draws a card and answers its size. Text comes in by Pango, which knows letters and marks and no markup of people's. */
export async function drawCard(
  { input, output, card }: { input: string; output: string; card: Card },
): Promise<{ bytes: number }> {
  const picture = Deno.readFileSync(input);
  const drawn = card.side === undefined ? await wholeCard(card, picture) : sharp(picture).resize(card.side);
  const bytes = await drawn.jpeg({ quality: 84, mozjpeg: true }).toBuffer();
  Deno.writeFileSync(output, bytes);
  return { bytes: bytes.length };
}

async function wholeCard(card: Card, picture: Uint8Array): Promise<Sharp> {
  const parts = await Promise.all([groundOf(picture), pictureOf(picture), drawnTexts(card), signature()]);
  const base = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: COLOURS.ground } });
  return base.composite(parts.flat());
}

/** The picture's own colours behind everything, dark enough for the words. */
async function groundOf(picture: Uint8Array): Promise<OverlayOptions[]> {
  const shade = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <linearGradient id="g"><stop stop-color="#0f1023" stop-opacity="0.55"/><stop offset="0.55" stop-color="#0f1023"
    stop-opacity="0.86"/></linearGradient><rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  if (picture.length === 0) return [];
  // Sharp resizes once in a chain.
  const few = await sharp(picture).resize(24, 13, { fit: "cover" }).png().toBuffer();
  const blurred = await sharp(few).resize(WIDTH, HEIGHT, { kernel: "cubic" }).blur(18).png().toBuffer();
  return [{ input: blurred, left: 0, top: 0 }, { input: Buffer.from(shade), left: 0, top: 0 }];
}

/** The cover with round corners; Orin's sign where there is none. */
async function pictureOf(picture: Uint8Array): Promise<OverlayOptions[]> {
  const { side, left, top, radius } = COVER;
  const corners = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    <rect width="${side}" height="${side}" rx="${radius}"/></svg>`;
  const source = picture.length > 0 ? sharp(picture) : sharp(join(FOLDER, "mark.svg"), { density: 320 });
  const square = await source.resize(side, side, { fit: "cover" }).ensureAlpha()
    .composite([{ input: Buffer.from(corners), blend: "dest-in" }]).png().toBuffer();
  return [{ input: square, left, top }];
}

async function drawnTexts({ label, title, line }: Card): Promise<OverlayOptions[]> {
  const [above, main, below] = [
    await drawn(label.toUpperCase(), { size: 22, weight: "Semi-Bold", colour: COLOURS.marigold, spacing: 3_000 }),
    await titleOf(drawable(title)),
    await fitted(drawable(line), { size: 34, most: 92, weight: "Medium", colour: COLOURS.soft }),
  ];
  const height = above.height + 22 + main.height + 28 + below.height;
  const top = Math.round(WORDS.top + Math.max(0, (WORDS.bottom - WORDS.top - height) / 2));
  const [titleTop, lineTop] = [top + above.height + 22, top + above.height + 22 + main.height + 28];
  return [[above, top], [main, titleTop], [below, lineTop]].flatMap(([part, at]) => {
    const { input } = part as Drawn;
    return input === undefined ? [] : [{ input, left: WORDS.left, top: at as number }];
  });
}

async function titleOf(title: string): Promise<Drawn> {
  for (const size of TITLE_SIZES) {
    const part = await drawn(title, { size, weight: "Bold", colour: COLOURS.ink });
    if (part.height <= TITLE_HEIGHT) return part;
  }
  return await fitted(title, {
    size: TITLE_SIZES.at(-1) ?? 42,
    most: TITLE_HEIGHT,
    weight: "Bold",
    colour: COLOURS.ink,
  });
}

interface Drawn {
  /** Undefined where there is nothing to see. */
  readonly input: Buffer | undefined;
  readonly height: number;
}

interface Letters {
  /** px. */
  readonly size: number;
  readonly weight: "Medium" | "Semi-Bold" | "Bold";
  readonly colour: string;
  /** Between letters, 1024ths of a point. */
  readonly spacing?: number;
}

/** Cuts the text until it is at most so high, px. */
async function fitted(text: string, { most, ...letters }: Letters & { readonly most: number }): Promise<Drawn> {
  let shown = text;
  for (;;) {
    const part = await drawn(shown, letters);
    const count = countLetters(shown);
    if (part.height <= most || count <= 2) return part;
    shown = shortened(text, Math.max(2, Math.min(count - 1, Math.floor(count * most / part.height))));
  }
}

async function drawn(text: string, { size, weight, colour, spacing = 0 }: Letters): Promise<Drawn> {
  if (text === "") return { input: undefined, height: 0 };
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}" letter_spacing="${spacing}">${markup(text)}</span>`,
      font: `${FAMILY} ${weight} ${size}`,
      fontfile: join(FOLDER, "inter.ttf"),
      ...{ width: WORDS.width, dpi: 72, rgba: true, wrap: "word-char", spacing: Math.round(size * 0.06) },
    },
  }).png().toBuffer({ resolveWithObject: true });
  // One endless letter can be wider than there is room.
  const { width, height } = info;
  if (width <= WORDS.width && height <= HEIGHT) return { input: data, height };
  const box = { left: 0, top: 0, width: Math.min(width, WORDS.width), height: Math.min(height, HEIGHT) };
  return { input: await sharp(data).extract(box).png().toBuffer(), height };
}

async function signature(): Promise<OverlayOptions[]> {
  const sign = await sharp(join(FOLDER, "mark.svg"), { density: 200 }).resize(56, 56).png().toBuffer();
  const name = await drawn("Orin", { size: 36, weight: "Bold", colour: COLOURS.ink });
  const top = COVER.top + COVER.side - 56;
  return [
    { input: sign, left: WORDS.left, top },
    ...name.input ? [{ input: name.input, left: WORDS.left + 72, top: top + Math.round((56 - name.height) / 2) }] : [],
  ];
}
