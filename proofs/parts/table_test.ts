import { expect, it } from "vitest";
import { tableOf } from "./table.ts";

it("a table is as wide as its cells, with figures at the right", () => {
  expect(tableOf(["What", "ms"], [["reads", "1,200"], ["a long one", "7"]])).toBe([
    "| What       |    ms |",
    "| ---------- | ----: |",
    "| reads      | 1,200 |",
    "| a long one |     7 |",
  ].join("\n"));
});

it("a table refuses a row that is not as wide as its head", () => {
  expect(() => tableOf(["What", "ms"], [["reads"]])).toThrow("not as wide as its head");
});
