import { describe, expect, it } from "vitest";
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
});
