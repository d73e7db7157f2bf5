import type { Random } from "../random.ts";
import type { Palette } from "./palette.ts";
import { cut, element } from "./svg.ts";

/** Fills a sleeve 512 wide and, above its band of text, `height` high. */
export type Layout = (colours: Palette, random: Random, height: number) => string;

export const SIDE = 512;

/** The same cloth the other way round: ink for dye. */
export function reversed(colours: Palette): Palette {
  return { ...colours, ground: colours.ink, ink: colours.ground };
}

/** Puts a drawing made around (256, 256) into the middle of the free height. */
export function centred(inside: string, height: number): string {
  const scale = height < SIDE ? 0.86 : 1;
  return element("g", { transform: `translate(256 ${cut(height / 2)}) scale(${scale}) translate(-256 -256)` }, inside);
}
