/** Draws the app icons and the sidebar's cloth of public/: `deno run -A pwa/icons/draw_icons.ts`. */
import sharp from "sharp";
import { adireTile } from "../src/ui/adire.ts";
import { markShapes } from "../src/ui/mark.ts";

const COLOURS = { ring: "#f7f0e1", seed: "#f4b23f" };
const GROUND = "#20257a";

const ICONS = [
  { file: "icon-192.png", size: 192, markShare: 0.72, rounded: true },
  { file: "icon-512.png", size: 512, markShare: 0.72, rounded: true },
  // A maskable icon may be cut to a circle of 80 %: the mark stays well inside.
  { file: "icon-maskable-512.png", size: 512, markShare: 0.56, rounded: false },
  { file: "apple-touch-icon.png", size: 180, markShare: 0.68, rounded: false },
] as const;

const target = new URL("../public/", import.meta.url);

for (const { file, size, markShare, rounded } of ICONS) {
  await sharp(new TextEncoder().encode(icon(markShare, rounded)), { density: 300 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true, colours: 64 })
    .toFile(new URL(file, target).pathname);
}
await Deno.writeTextFile(new URL("favicon.svg", target), `${icon(0.78, true)}\n`);
await Deno.writeTextFile(new URL("cloth.svg", target), `${adireTile("Orin")}\n`);

function icon(markShare: number, rounded: boolean): string {
  const scale = (128 * markShare) / 106;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><rect width="128" height="128" rx="${
    rounded ? 29 : 0
  }" fill="${GROUND}"/><g transform="translate(64 64) scale(${scale.toFixed(4)})">${markShapes(COLOURS)}</g></svg>`;
}
