import { describe, expect, it } from "vitest";
import { ladder, noteAbove, readChords, scaleNotes, voicing } from "./harmony.ts";

describe("readChords()", () => {
  it("reads degrees, accidentals and kinds in a key", () => {
    expect(readChords("I bVI V7 ii9", 2)).toEqual([
      { root: 2, tones: [0, 4, 7] },
      { root: 10, tones: [0, 4, 7] },
      { root: 9, tones: [0, 4, 7, 10] },
      { root: 4, tones: [0, 3, 7, 10, 14] },
    ]);
  });

  it("says which sign it does not know", () => {
    expect(() => readChords("I H7", 0)).toThrow('Not a chord: "H7"');
    expect(() => readChords("Iwhat", 0)).toThrow('Not a chord: "Iwhat"');
  });
});

describe("voicing()", () => {
  it("moves from chord to chord by small steps", () => {
    const [c, f] = readChords("I IV", 0);
    if (!c || !f) throw new Error("two chords");
    const first = voicing(c, 55, []);
    const second = voicing(f, 55, first);
    expect(first).toEqual([60, 64, 67]);
    expect(second).toEqual([60, 65, 69]);
  });
});

describe("ladder(), noteAbove() and scaleNotes()", () => {
  it("climb from the lowest note allowed", () => {
    const [chord] = readChords("vi7", 0);
    expect(chord && ladder(chord, 55, 5)).toEqual([55, 57, 60, 64, 67]);
    expect(noteAbove(0, 61)).toBe(72);
    expect(scaleNotes({ scale: "majorPentatonic", key: 0, low: 60, high: 72 })).toEqual([60, 62, 64, 67, 69, 72]);
  });
});
