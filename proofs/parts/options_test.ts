import { expect, it } from "vitest";
import { readOptions } from "./options.ts";

const known = { values: ["seed", "only"], flags: ["quick"] };

it("options take the word behind them, or stand alone", () => {
  const options = readOptions(known, ["--seed", "7", "--quick", "http://localhost"]);
  expect([options.seed(), options.has("quick"), options.text("only"), options.words]).toEqual([
    ...[7, true, undefined],
    ["http://localhost"],
  ]);
});

it("an option that is not known is refused with those that are", () => {
  expect(() => readOptions(known, ["--sed", "7"])).toThrow("There is no --sed: use --seed, --only, --quick");
});

it("a word where a number is asked for is refused", () => {
  expect(() => readOptions(known, ["--seed", "seven"]).seed()).toThrow('--seed takes a number, not "seven"');
});
