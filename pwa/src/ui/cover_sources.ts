import { COVER_SIZES, coverAt } from "../lib/cover_url.ts";

/** The `srcset` of one format for a cover whose address names its size; undefined for any other picture. */
export function coverSrcSet(url: string, format: "avif" | "webp"): string | undefined {
  if (!coverAt(url, 0)) return undefined;
  return COVER_SIZES.map((size) => `${coverAt(url, size, format)} ${size}w`).join(", ");
}

/** The two colours a cover shows until it is there: "#112233 #445566" as a CSS gradient. */
export function placeholderOf(colours: string | undefined): string | undefined {
  const match = /^(#[0-9a-f]{6}) (#[0-9a-f]{6})$/i.exec(colours ?? "");
  return match ? `linear-gradient(135deg, ${match[1]}, ${match[2]})` : undefined;
}
