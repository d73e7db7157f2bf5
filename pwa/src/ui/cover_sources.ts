const SIZES = [64, 128, 256, 512] as const;
const NAMED_SIZE = /^(.*[/-])(?:64|128|256|512)\.(?:avif|webp)(\?.*)?$/;

/** The `srcset` of one format for a cover whose address names its size; undefined for any other picture. */
export function coverSrcSet(url: string, format: "avif" | "webp"): string | undefined {
  const match = NAMED_SIZE.exec(url);
  if (!match) return undefined;
  const [, stem = "", query = ""] = match;
  return SIZES.map((size) => `${stem}${size}.${format}${query} ${size}w`).join(", ");
}

/** The two colours a cover shows until it is there: "#112233 #445566" as a CSS gradient. */
export function placeholderOf(colours: string | undefined): string | undefined {
  const match = /^(#[0-9a-f]{6}) (#[0-9a-f]{6})$/i.exec(colours ?? "");
  return match ? `linear-gradient(135deg, ${match[1]}, ${match[2]})` : undefined;
}
