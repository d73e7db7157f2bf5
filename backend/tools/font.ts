import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const ROOT = join(import.meta.dirname ?? "", "../..");
/** Needed once in years, so no developer installs them: they come into a folder that goes again. */
const PACKAGES = { font: "inter-ui@4.1.1", subsetter: "subset-font@2.9.0" };
const SOURCE = "inter-ui/variable/InterVariable.woff2";
const LICENCE = "inter-ui/LICENSE.txt";
/** Bytes: the app's font has to come on a slow network, too. */
const MOST_BYTES = 40_000;

/** Latin letters, with all of Yoruba, Igbo and Hausa; and their neighbours' that artists' names have. */
const LETTERS = "ĀāĒēĪīŌōŪūǍǎĚěǏǐǑǒǓǔŃńŇňǸǹḾḿṄṅẸẹỊịỌọỤụṢṣḲḳƁɓƊɗƘƙƳƴŊŋƐɛƆɔŁłŞşİıŒœŽžŠšĆćČčĞğ";
/** Grave, acute, circumflex, tilde, macron, dot above, diaeresis, caron, dot below, line below. */
const MARKS = "\u0300\u0301\u0302\u0303\u0304\u0307\u0308\u030c\u0323\u0331";
const SIGNS = "–—‘’‚“”„†•…‹›′″€₦→←↑↓↗↘−×≈≤≥✓ʼ\u2009\u202f\u200b\u2011№™";

/** Kerning, marks over letters, and digits of one width; ligatures and other forms are not needed. */
const FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum"];

interface SubsetOptions {
  readonly targetFormat: "woff2" | "truetype";
  readonly keepFeatures: readonly string[];
  readonly variationAxes: Readonly<Record<string, number | { min: number; max: number }>>;
}
type Subset = (font: Uint8Array, text: string, options: SubsetOptions) => Promise<Uint8Array>;

/** `deno task make font`: makes the app's font again, and the one that share cards are drawn with, from the same letters. */
if (import.meta.main) {
  const folder = await Deno.makeTempDir();
  try {
    await install(folder);
    const modules = join(folder, "node_modules");
    const subset: Subset = createRequire(join(folder, "package.json"))("subset-font");
    const font = readFileSync(join(modules, SOURCE));
    const letters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}${LETTERS}${MARKS}${SIGNS}`;
    const options = { keepFeatures: FEATURES, variationAxes: { opsz: 14, wght: { min: 400, max: 800 } } };
    const small = await subset(font, letters, { ...options, targetFormat: "woff2" });
    if (small.byteLength > MOST_BYTES) {
      throw new Error(`The font has ${small.byteLength} bytes, more than ${MOST_BYTES}`);
    }
    await Deno.writeFile(join(ROOT, "pwa/src/ui/fonts/inter.woff2"), small);
    // Libvips reads no compressed font.
    const plain = await subset(font, letters, { ...options, targetFormat: "truetype" });
    await Deno.writeFile(join(ROOT, "backend/adapters/media/card/inter.ttf"), plain);
    await Deno.copyFile(join(modules, LICENCE), join(ROOT, "pwa/src/ui/fonts/OFL.txt"));
    console.log(`inter.woff2: ${small.byteLength} bytes, inter.ttf: ${plain.byteLength} bytes`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function install(folder: string): Promise<void> {
  await Deno.writeTextFile(join(folder, "package.json"), "{}");
  const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...Object.values(PACKAGES)];
  const { success } = await new Deno.Command("npm", { args, cwd: folder }).output();
  if (!success) throw new Error(`npm could not install ${Object.values(PACKAGES).join(" and ")}`);
}

function range(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join("");
}
