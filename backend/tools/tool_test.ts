import { expect, it } from "vitest";
import { parseArguments } from "./tool.ts";

it("parseArguments() tells words, options and their values apart", () => {
  const { words, options } = parseArguments(["a", "--from", "3", "--follow", "--type=T", "b"], ["from", "type"]);
  expect(words).toEqual(["a", "b"]);
  expect([...options]).toEqual([["from", "3"], ["follow", true], ["type", "T"]]);
});
