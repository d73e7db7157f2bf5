import { describe, expect, it } from "vitest";
import { creditedKeysIn, nameKey, nameKeysIn } from "./name_key.ts";

const same = (one: string, two: string) => nameKey(one) === nameKey(two);

describe("the key of a name", () => {
  it("is the same for what people take for the same name", () => {
    for (
      const other of [
        ...["ZEE DANJUMA", "Zee  Ɗanjuma", "zeedanjuma", "Zee-Danjuma", "Zée Dànjúma", "Zee Dаnjumа", "Z33 Danjuma"],
        ...["Ｚee Danjuma", "Zee\u200bDanjuma", "Zee Danjuma!".slice(0, -1), "ΖEE Danjuma".toLowerCase()],
      ]
    ) expect(same("Zee Ɗanjuma", other), other).toBe(true);
    expect(same("Ọlá", "0la")).toBe(true);
    expect(same("Will", "WiIl")).toBe(true);
  });

  it("is another for another name, and empty for signs alone", () => {
    for (const other of ["Zee Danjuma 2", "Zed Danjuma", "Danjuma"]) {
      expect(same("Zee Ɗanjuma", other), other).toBe(false);
    }
    expect(nameKey("***")).toBe("");
    expect(same("1960", "196o")).toBe(false);
  });
});

it("the artists that a line names are found between the words that join them", () => {
  const keys = nameKeysIn("Àdùkẹ́ Bright (feat. Zee Ɗanjuma & Femi x Kemi)");
  for (const name of ["Aduke Bright", "Zee Danjuma", "Femi", "Kemi"]) expect(keys, name).toContain(nameKey(name));
  expect(nameKeysIn("Simi and the Band")).toContain(nameKey("Simi"));
  expect(nameKeysIn("Maxwell Android")).toEqual([nameKey("Maxwell Android")]);
  expect(nameKeysIn("Zee Danjuma!")).toContain(nameKey("Zee Ɗanjuma"));
});

it("a title credits whom it names as featured or in front of it, and nobody by praising them", () => {
  for (
    const title of ["Omi (feat. Zee Ɗanjuma)", "Omi ft Zee Danjuma", "Omi [featuring Kemi & Zee Danjuma] - Live"]
  ) expect(creditedKeysIn(title), title).toContain(nameKey("Zee Danjuma"));
  expect(creditedKeysIn("Zee Danjuma – Omi")).toContain(nameKey("Zee Danjuma"));
  for (const title of ["Zee Danjuma", "Song for Zee Danjuma", "Zee-Danjuma", "Love - Acoustic", "Left after", "Soft"]) {
    expect(creditedKeysIn(title), title).toEqual([]);
  }
});
