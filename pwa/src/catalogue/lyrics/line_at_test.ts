import { expect, it } from "vitest";
import { lineAt } from "./line_at.ts";

const LINES = [1_000, 2_000, 2_000, 5_000].map((atMs) => ({ text: "", atMs }));

it.each([[0, -1], [999, -1], [1_000, 0], [1_999, 0], [2_000, 2], [4_999, 2], [5_000, 3], [9e9, 3]])(
  "at %i ms line %i is sung",
  (ms, index) => expect(lineAt(LINES, ms)).toBe(index),
);

it("nothing is sung where there are no lines, and plain ones have no moment", () => {
  expect(lineAt([], 1_000)).toBe(-1);
  expect(lineAt([{ text: "a" }], 1_000)).toBe(-1);
});
