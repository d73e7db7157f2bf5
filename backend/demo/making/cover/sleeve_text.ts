import { pick, type Random } from "../random.ts";
import { letter, widthOf, wrapped } from "./lettering.ts";
import type { Palette } from "./palette.ts";
import { element, moved } from "./svg.ts";

export interface SleeveText {
  title: string;
  artist: string;
}

const MARGIN = 26;

interface Sleeve {
  /** Drawn over the picture. */
  svg: string;
  /** What is left for the picture. */
  pictureHeight: number;
}

/** Title and artist on a band of plain cloth, or on a label sewn to the sleeve. */
export function sleeveText(text: SleeveText, colours: Palette, random: Random): Sleeve {
  return pick(random, [band, band, label])(text, colours);
}

function band({ title, artist }: SleeveText, { ground, ink, accent }: Palette): Sleeve {
  const size = fitting(title, 36, 512 - 2 * MARGIN);
  const height = size + 80;
  const top = 512 - height;
  const svg = element("rect", { x: 0, y: top, width: 512, height, fill: ground }) +
    element("rect", { x: 0, y: top, width: 512, height: 5, fill: accent }) +
    moved([MARGIN, top + 28 + size], letter(title, { size, weight: 0.95, colour: ink })) +
    moved(
      [MARGIN, 512 - 19],
      letter(artist, { size: fitting(artist, 15, 512 - 2 * MARGIN), weight: 0.9, colour: accent }),
    );
  return { svg, pictureHeight: top };
}

function label({ title, artist }: SleeveText, { ground, ink }: Palette): Sleeve {
  const size = 27;
  const lines = wrapped(title, size, 300);
  const artistSize = fitting(artist, 13, 320);
  const width = Math.max(...lines.map((line) => widthOf(line, size)), widthOf(artist, artistSize)) + 52;
  const height = lines.length * (size + 22) + 56;
  const rows = lines.map((line, index) =>
    moved([26, 28 + size + index * (size + 22)], letter(line, { size, weight: 0.95, colour: ground }))
  );
  const svg = moved(
    [24, 512 - 24 - height],
    element("rect", { width, height, fill: ink }) +
      element("rect", {
        x: 6,
        y: 6,
        width: width - 12,
        height: height - 12,
        fill: "none",
        stroke: ground,
        "stroke-width": 2,
        "stroke-dasharray": "7 6",
      }) +
      rows.join("") +
      moved([26, height - 22], letter(artist, { size: artistSize, weight: 0.9, colour: ground })),
  );
  return { svg, pictureHeight: 512 };
}

function fitting(text: string, largest: number, width: number): number {
  return Math.min(largest, largest * width / widthOf(text, largest));
}
