import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";

/** The documents' own texts: "N 0.00" and "N0.00". */
const DOCUMENTED = ["Dashboard.tsx", "RevenueSummary.tsx", "words.ts"];

it("creators read money one way: ₦1,234.50, dollars of gifts beside theirs, and no tokens without it", async () => {
  const folder = import.meta.dirname ?? "";
  const files = (await readdir(folder, { recursive: true })).filter((name) => /(?<!_test)\.tsx?$/.test(name));
  expect(files.length).toBeGreaterThan(50);
  const other = await Promise.all(files.map(async (name) => {
    const text = await readFile(join(folder, name), "utf8");
    const isOther = /\bformatTokens\b|<Tokens\b/.test(text) ||
      (/\bnairaDigits\b/.test(text) && !DOCUMENTED.includes(name)) ||
      (/\bformatDollars\(/.test(text) && !/\bnairaOf\(/.test(text));
    return isOther ? [name] : [];
  }));
  expect(other.flat()).toEqual([]);
});
