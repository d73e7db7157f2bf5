import { COVER_SIZES, coverAt } from "../lib/cover_url.ts";

/** A small screen with many pixels shows a cover a little larger than its file without harm. */
const STRETCH = 1.4;

/** Where data is dear or the network slow: a cell of a list gets 160 pixels, whatever the screen could show, and the player 256. */
const SAVING: readonly [size: number, shownUpTo: number][] = [[64, 128], [128, 200], [160, 520], [256, 900]];

/**
 * The `srcset` of one format for a cover whose address names its size, each size with the pixels up to which it will do;
 * undefined for any other picture.
 */
export function coverSrcSet(url: string, format: "avif" | "webp", isSaving: boolean): string | undefined {
  if (!coverAt(url, 0)) return undefined;
  const sizes = isSaving ? SAVING : COVER_SIZES.map((size) => [size, Math.round(size * STRETCH)] as const);
  return sizes.map(([size, width]) => `${coverAt(url, size, format)} ${width}w`).join(", ");
}

/** The two colours a cover shows until it is there: "#112233 #445566" as a CSS gradient. */
export function placeholderOf(colours: string | undefined): string | undefined {
  const match = /^(#[0-9a-f]{6}) (#[0-9a-f]{6})$/i.exec(colours ?? "");
  return match ? `linear-gradient(135deg, ${match[1]}, ${match[2]})` : undefined;
}
