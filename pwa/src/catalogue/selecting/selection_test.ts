import { expect, it } from "vitest";
import { extendedTo, movedTo, selectedOne, toggledAll, toggledAt } from "./selection.ts";

const IDS = ["a", "b", "c", "d", "e"];
const start = selectedOne(IDS, "b");
const idsOf = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].toSorted().join("");

it("selecting begins with one row, and a press adds or takes one away", () => {
  expect([idsOf(start), start.at, start.from]).toEqual(["b", 1, 1]);
  const two = toggledAt(start, IDS, 3);
  expect([idsOf(two), two.at]).toEqual(["bd", 3]);
  expect(idsOf(toggledAt(two, IDS, 1))).toBe("d");
  expect(toggledAt(two, IDS, 9)).toBe(two);
});

it("Shift extends the range from where it began, in both directions, and lets go what it leaves", () => {
  const down = extendedTo(start, IDS, 3);
  expect(idsOf(down)).toBe("bcd");
  expect(idsOf(extendedTo(down, IDS, 2))).toBe("bc");
  expect(idsOf(extendedTo(down, IDS, 0))).toBe("ab");
  expect(extendedTo(start, IDS, 5)).toBe(start);
  // What was selected apart from the range stays.
  const apart = extendedTo(movedTo(toggledAt(start, IDS, 4), 2), IDS, 3);
  expect(idsOf(apart)).toBe("bcde");
});

it("all are selected, and none when all are", () => {
  const all = toggledAll(start, IDS);
  expect(idsOf(all)).toBe("abcde");
  expect(idsOf(toggledAll(all, IDS))).toBe("");
});
