import { expect, it } from "vitest";
import { findCircles, findDeadExports, findMutualAreas } from "./check_imports.ts";

const EXPORTS = [
  "export type Pair = [number, number];",
  "export async function add(): Promise<void> {}",
  "export const LIMIT = 3;",
].join("\n");

it.each([
  ["nobody imports", "", ["add", "LIMIT", "Pair"]],
  ["a type import leaves", 'import type { Pair } from "./sum.ts";', ["add", "LIMIT"]],
  ["an import over several lines leaves", 'import {\n  add,\n  type Pair as Two,\n} from "./sum.ts";', ["LIMIT"]],
  ["an import by alias leaves", 'import { LIMIT } from "@contract/sum.ts";', ["add", "Pair"]],
  ["passing on leaves", 'export { add as plus } from "./sum.ts";', ["LIMIT", "Pair", "plus"]],
  ["a dynamic import leaves", 'const { add } = await import("./sum.ts");', ["LIMIT", "Pair"]],
])("finds what %s", (_how, text, names) => {
  const { dead } = findDeadExports(new Map([["backend/contract/sum.ts", EXPORTS], ["backend/contract/user.ts", text]]));
  expect(dead.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b))).toEqual(names);
});

it("counts apart what tests alone import", () => {
  const sources = [
    ["projections/listening/plays.ts", "export function a() {}\nexport function b() {}"],
    ["projections/listening/plays_test.ts", 'import { a, b } from "./plays.ts";'],
    ["backend/app.ts", 'import { b } from "../projections/listening/plays.ts";'],
  ] as const;
  const { dead, testOnly } = findDeadExports(new Map(sources));
  expect([dead, testOnly.map(({ name }) => name)]).toEqual([[], ["a"]]);
});

it("says where a dead export is", () => {
  const { dead } = findDeadExports(new Map([["pwa/src/lib/x.ts", "\n\nexport function lonely() {}"]]));
  expect(dead).toEqual([{ path: "pwa/src/lib/x.ts", line: 3, name: "lonely" }]);
});

it("finds files that import each other, also by way of others and for types alone", () => {
  const sources = new Map([
    ["backend/a.ts", 'import { b } from "./b.ts";\nimport type { Alone } from "./alone.ts";'],
    ["backend/b.ts", 'import type { C } from "@contract/c.ts";'],
    ["backend/contract/c.ts", 'export { a } from "../a.ts";'],
    ["backend/alone.ts", 'export const later = () => import("./a.ts");'],
    ["backend/user.ts", 'import { a } from "./a.ts";\nimport { b } from "./b.ts";'],
  ]);
  expect(findCircles(sources)).toEqual([["backend/a.ts", "backend/b.ts", "backend/contract/c.ts"]]);
});

it("finds areas that import each other, for types alone, too, and leaves out tests and what is no area", () => {
  const sources = new Map([
    ["backend/gifts/give.ts", 'import { gate } from "../wallet/gate.ts";\nimport { noted } from "../ledger/noted.ts";'],
    ["backend/gifts/events.ts", ""],
    ["backend/gifts/give_test.ts", 'import { listen } from "../listening/listen.ts";'],
    ["backend/wallet/gate.ts", ""],
    ["backend/wallet/late/reactions.ts", 'import type { Sent } from "../../gifts/events.ts";'],
    ["backend/listening/listen.ts", 'import type { Sent } from "../gifts/events.ts";'],
    ["backend/ledger/noted.ts", 'import type { Sent } from "../gifts/events.ts";'],
  ]);
  expect([...findMutualAreas(sources)]).toEqual([[
    "gifts wallet",
    [
      "backend/gifts/give.ts imports backend/wallet/gate.ts",
      "backend/wallet/late/reactions.ts imports backend/gifts/events.ts",
    ],
  ]]);
});
