import { describe, expect, it } from "vitest";
import { InsightQuery } from "../../contract/requests/creator.ts";
import { groupDays, periodsOf, wholeWeeks } from "./span.ts";

// A Wednesday; 23:30 UTC on Tuesday is in it.
const NOW = Date.UTC(2026, 10, 24, 23, 30);

describe("days of insights", () => {
  it("are the last 28 and the 28 before, or those asked for, never past today", () => {
    expect(periodsOf({ beside: "before" }, NOW)).toEqual({
      now: { from: "2026-10-29", to: "2026-11-25" },
      before: { from: "2026-10-01", to: "2026-10-28" },
    });
    expect(periodsOf({ from: "2026-11-25", to: "2027-01-01", beside: "before" }, NOW)).toEqual({
      now: { from: "2026-11-25", to: "2026-11-25" },
      before: { from: "2026-11-24", to: "2026-11-24" },
    });
  });

  it("are compared with the same weekdays 52 weeks before, if asked", () => {
    const { before } = periodsOf({ from: "2026-11-02", to: "2026-11-08", beside: "year" }, NOW);
    expect(before).toEqual({ from: "2025-11-03", to: "2025-11-09" });
    expect([before.from, "2026-11-02"].map((day) => new Date(day).getUTCDay())).toEqual([1, 1]);
  });

  it.each([
    { from: "2026-11-26" },
    { from: "2026-11-02", to: "2026-11-01" },
    { from: "2020-01-01", to: "2026-11-01" },
  ])(
    "are refused for %o",
    (query) => expect(() => periodsOf({ ...query, beside: "before" }, NOW)).toThrow(/Please ask|must not/),
  );

  it.each<[string, string, string, string]>([
    ["2026-10-13", "2026-10-14", "2026-10-01", "2026-10-31"],
    ["2026-10-29", "2026-11-25", "2026-10-01", "2026-10-31"],
    ["2025-11-26", "2026-11-25", "2026-07-01", "2026-09-30"],
    ["2026-05-20", "2026-06-25", "2026-04-01", "2026-06-30"],
    ["2024-02-01", "2024-02-29", "2024-02-01", "2024-02-29"],
  ])(
    "are a month or quarter year that is over for %s to %s, where people are shown in groups",
    (from, to, first, last) => {
      expect(groupDays({ from, to }, NOW)).toEqual({ from: first, to: last });
    },
  );

  it("of a month with groups have been over for three days", () => {
    const december = { from: "2026-12-01", to: "2026-12-04" };
    const at = (day: number) => groupDays(december, Date.UTC(2026, 11, day, 12));
    expect([at(3), at(4)]).toEqual([
      { from: "2026-10-01", to: "2026-10-31" },
      { from: "2026-11-01", to: "2026-11-30" },
    ]);
  });

  it("are whole weeks for a forecast", () => {
    expect(wholeWeeks(2, NOW)).toEqual([{ from: "2026-11-09", to: "2026-11-15" }, {
      from: "2026-11-16",
      to: "2026-11-22",
    }]);
    // On a Sunday, its week is not over.
    expect(wholeWeeks(1, Date.UTC(2026, 10, 22, 12))).toEqual([{ from: "2026-11-09", to: "2026-11-15" }]);
  });
});

it("days of insights are days of the calendar: what Date would move on to the next month is none", () => {
  for (const from of ["soon", "2026-02-30", "2026-02-29", "2026-13-01", "2026-1-1", "2026-11-31"]) {
    expect([from, InsightQuery.safeParse({ from }).success]).toEqual([from, false]);
  }
  for (const from of ["2026-02-28", "2028-02-29", "2026-12-31"]) {
    expect([from, InsightQuery.safeParse({ from }).success]).toEqual([from, true]);
  }
});
