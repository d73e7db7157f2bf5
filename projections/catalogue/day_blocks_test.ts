import { describe, expect, it } from "vitest";
import { type Block, BLOCK_DAYS, blocksOf, coverOf, partsOf, rangesOf } from "./day_blocks.ts";

const DAY_MS = 86_400_000;
const dayAfter = (start: string, days: number) =>
  new Date(Date.parse(start) + days * DAY_MS).toISOString().slice(0, 10);
const daysIn = ({ days, start }: Block) => Array.from({ length: days }, (_, nth) => dayAfter(start, nth));

describe("blocks of days", () => {
  it("cover a span with each day once, few of them however long it is", () => {
    for (const [length, most] of [[1, 1], [7, 14], [30, 20], [400, 35], [3_000, 75]] as const) {
      for (let first = 0; first < 70; first++) {
        const from = dayAfter("2026-01-01", first);
        const cover = coverOf(from, dayAfter(from, length - 1));
        expect(cover.flatMap(daysIn)).toEqual(Array.from({ length }, (_, nth) => dayAfter(from, nth)));
        expect(cover.length).toBeLessThanOrEqual(most);
      }
    }
    expect(coverOf("2026-01-02", "2026-01-01")).toEqual([]);
  });

  it("hold a day in one of each size, which are each made of those below", () => {
    const [one, eight, most] = blocksOf("2026-11-25");
    expect([one, eight, most].map((block) => block?.days)).toEqual([...BLOCK_DAYS]);
    for (const block of [eight, most]) {
      expect(block && daysIn(block)).toContain("2026-11-25");
      expect(block && partsOf(block).flatMap(daysIn)).toEqual(block && daysIn(block));
    }
    expect(one && [daysIn(one), partsOf(one)]).toEqual([["2026-11-25"], []]);
  });

  it("are asked for by day, week from Monday, or month, cut at both ends", () => {
    expect(rangesOf("day", "2026-02-28", "2026-03-01").map(({ key }) => key)).toEqual(["2026-02-28", "2026-03-01"]);
    expect(rangesOf("week", "2026-06-03", "2026-06-08")).toEqual([
      { key: "2026-06-01", from: "2026-06-03", to: "2026-06-07" },
      { key: "2026-06-08", from: "2026-06-08", to: "2026-06-08" },
    ]);
    expect(rangesOf("month", "2026-01-31", "2026-03-02").map(({ from, to }) => [from, to])).toEqual([
      ["2026-01-31", "2026-01-31"],
      ["2026-02-01", "2026-02-28"],
      ["2026-03-01", "2026-03-02"],
    ]);
  });
});
