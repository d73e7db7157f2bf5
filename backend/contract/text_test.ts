import { expect, it } from "vitest";
import { hasSomethingToSee, isPlainText, tidyLine } from "./text.ts";

it("a line is kept composed, without what nobody sees, its words apart by one space", () => {
  expect(tidyLine("  O\u0323jo\u0323\u0301\u00a0\u200bI\u0300bi\u0301 \u2060\u2003x\ufeff ")).toBe("Ọjọ́ Ìbí x");
  expect(tidyLine("a\u200b\u0301")).toBe("á");
  expect(tidyLine("\u200b\u200d")).toBe("");
  // An empty cell of Braille is a sign, and nothing is seen of it.
  expect(["\u2800", "\u2800 \u2800"].map(hasSomethingToSee)).toEqual([false, false]);
  expect(["\u2801", "🎵", "!"].map(hasSomethingToSee)).toEqual([true, true, true]);
  for (const hostile of ["ab\u202eevil", "two\nlines", "a\u2066b", "\u200fx", "tab\tbed"]) {
    expect(isPlainText(tidyLine(hostile)), JSON.stringify(hostile)).toBe(false);
  }
});
