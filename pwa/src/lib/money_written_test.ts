import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";

/** The documents' own texts: "N 0.00" and "N0.00". */
const DOCUMENTED = ["creator/Dashboard.tsx", "creator/RevenueSummary.tsx", "creator/words.ts"];
/** The books' table has a column of tokens beside the one of naira. */
const BESIDE_NAIRA = ["admin/books/BooksAt.tsx"];

const SOURCES = join(import.meta.dirname ?? "", "..");

it.each(["creator", "admin"])(
  "%s reads money one way: ₦1,234.50, dollars beside theirs, no tokens alone",
  async (area) => {
    const names = (await readdir(join(SOURCES, area), { recursive: true })).filter((name) =>
      /(?<!_test)\.tsx?$/.test(name)
    );
    const files = names.map((name) => `${area}/${name}`);
    expect(files.length).toBeGreaterThan(50);
    const other = await Promise.all(files.map(async (name) => {
      const text = await readFile(join(SOURCES, name), "utf8");
      const isOther = (/\bformatTokens\b|<Tokens\b/.test(text) && !BESIDE_NAIRA.includes(name)) ||
        (/\bnairaDigits\b/.test(text) && !DOCUMENTED.includes(name)) ||
        (/\bformatDollars\(/.test(text) && !/\bnairaOf\(/.test(text));
      return isOther ? [name] : [];
    }));
    expect(other.flat()).toEqual([]);
  },
);
