import { describe, expect, it } from "vitest";
import { arrayOf, isNumber, isText, shape } from "./shape.ts";

describe("shape()", () => {
  const reader = shape<{ name: string; count: number; rest?: string }>({ name: isText, count: isNumber });

  it("gives back an answer that has the fields", () => {
    const answer = { name: "a", count: 1, rest: "b" };
    expect(reader.parse(answer)).toBe(answer);
  });

  it.each([{ name: "a" }, { name: 1, count: 1 }, null, "text", []])("refuses %j", (answer) => {
    expect(() => reader.parse(answer)).toThrow(/not as promised/);
  });
});

describe("arrayOf()", () => {
  it("takes arrays and nothing else", () => {
    expect(arrayOf().parse([1])).toEqual([1]);
    expect(() => arrayOf().parse({ length: 0 })).toThrow(/array/);
  });
});
