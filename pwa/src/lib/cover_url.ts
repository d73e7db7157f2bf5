/** The sizes in which covers and pictures exist, in pixels. */
export const COVER_SIZES = [64, 128, 160, 256, 512] as const;

const NAMED_SIZE = /^(.*[/-])(?:64|128|160|256|512)\.(?:avif|webp)(\?.*)?$/;

/** The address of the same cover at the next size from `pixels` up; undefined for a picture that has no sizes. */
export function coverAt(url: string, pixels: number, format: "avif" | "webp" = "webp"): string | undefined {
  const match = NAMED_SIZE.exec(url);
  if (!match) return undefined;
  const [, stem = "", query = ""] = match;
  const size = COVER_SIZES.find((size) => size >= pixels) ?? 512;
  return `${stem}${size}.${format}${query}`;
}
