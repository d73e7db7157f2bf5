import { join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname ?? "", "../..");
const small = Deno.readFileSync(join(ROOT, "pwa/src/ui/fonts/inter.woff2"));
const plain = Deno.readFileSync(join(ROOT, "backend/adapters/media/card/inter.ttf"));

/** The characters that a TrueType font has shapes for, by its table of format 4: https://learn.microsoft.com/typography/opentype/spec/cmap */
function charactersOf(font: Uint8Array): Set<string> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const at = tablesOf(view).get("cmap") ?? 0;
  const found = new Set<string>();
  for (let table = 0; table < view.getUint16(at + 2); table++) {
    const from = at + view.getUint32(at + 8 + 8 * table);
    if (view.getUint16(from) !== 4) continue;
    const segments = view.getUint16(from + 6) / 2;
    for (let segment = 0; segment < segments; segment++) {
      const last = view.getUint16(from + 14 + 2 * segment);
      const first = view.getUint16(from + 16 + 2 * (segments + segment));
      for (let code = first; code <= last && code !== 0xffff; code++) found.add(String.fromCodePoint(code));
    }
  }
  return found;
}

function tablesOf(view: DataView): Map<string, number> {
  const name = (at: number) => String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(at + byte)));
  const places = Array.from({ length: view.getUint16(4) }, (_, index) => 12 + 16 * index);
  return new Map(places.map((at) => [name(at), view.getUint32(at + 8)]));
}

describe("the app's font", () => {
  it("has at most 40 kB", () => {
    expect(new TextDecoder().decode(small.slice(0, 4))).toBe("wOF2");
    expect(small.byteLength).toBeLessThanOrEqual(40_000);
  });

  it("writes Yoruba, Igbo and Hausa, with every tone, and naira", () => {
    const has = charactersOf(plain);
    const letters = "aàáāǎbɓcdɗeèéẹfgǵhiìíịjkƙlmḿńṅǹnoòóọprsṣtuùúụvwyƴz".normalize("NFC");
    const marks = "\u0300\u0301\u0304\u0323\u0307\u030c";
    const wanted = [...letters, ...letters.toUpperCase(), ...marks, ..."₦0123456789%+-–…“”‘’·"];
    // What has no letter of its own is written as a letter with a mark.
    expect(wanted.filter((one) => ![...one.normalize("NFD")].every((part) => has.has(part)))).toEqual([]);
  });

  it("puts marks where they belong, at every weight", () => {
    const tables = tablesOf(new DataView(plain.buffer, plain.byteOffset, plain.byteLength));
    expect([...tables.keys()]).toEqual(expect.arrayContaining(["GPOS", "GSUB", "fvar", "gvar"]));
  });
});
