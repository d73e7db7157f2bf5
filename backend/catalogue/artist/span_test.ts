import { describe, expect, it } from "vitest";
import { SeriesQuery } from "../../contract/requests/creator.ts";
import { spanOf } from "./span.ts";

// 23:30 in London is already the next day in Lagos.
const NOW = Date.UTC(2026, 2, 15, 23, 30);

describe("spanOf()", () => {
  it("ends with today in Lagos and goes 30 days, 12 weeks or 12 months back", () => {
    const { from, to, starts } = spanOf({ unit: "day" }, NOW);
    expect([from, to, starts.length]).toEqual(["2026-02-15", "2026-03-16", 30]);
    const weeks = spanOf({ unit: "week" }, NOW);
    expect([weeks.from, weeks.starts.at(-1), weeks.starts.length]).toEqual(["2025-12-29", "2026-03-16", 12]);
    const months = spanOf({ unit: "month" }, NOW);
    expect([months.from, months.starts.at(-1), months.starts.length]).toEqual(["2025-04-01", "2026-03-01", 12]);
  });

  it("begins with the whole week or month that holds the first day", () => {
    expect(spanOf({ unit: "week", from: "2026-03-11", to: "2026-03-16" }, NOW).starts).toEqual([
      "2026-03-09",
      "2026-03-16",
    ]);
    expect(spanOf({ unit: "month", from: "2026-01-31", to: "2026-03-01" }, NOW).starts).toEqual([
      "2026-01-01",
      "2026-02-01",
      "2026-03-01",
    ]);
  });

  it("refuses a span that ends before it begins, and one that is endless", () => {
    expect(() => spanOf({ unit: "day", from: "2026-03-17" }, NOW)).toThrow("from must not be after to");
    expect(() => spanOf({ unit: "day", from: "1926-03-17" }, NOW)).toThrow("400 points");
  });
});

describe("a span's days", () => {
  it("are days of the calendar: what Date would move on to the next month is none", () => {
    for (const from of ["soon", "2026-02-30", "2026-02-29", "2026-13-01", "2026-1-1", "2026-11-31"]) {
      expect([from, SeriesQuery.safeParse({ from }).success]).toEqual([from, false]);
    }
    for (const from of ["2026-02-28", "2028-02-29", "2026-12-31"]) {
      expect([from, SeriesQuery.safeParse({ from }).success]).toEqual([from, true]);
    }
  });
});
