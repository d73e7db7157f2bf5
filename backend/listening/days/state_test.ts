import { describe, expect, it } from "vitest";
import { dayAfter, paceOf, runsOf, runToKeep, weekOf } from "./state.ts";

const TODAY = "2026-03-02";
/** Days before today, each with a minute and 20 units unless said otherwise. */
const days = (...ago: (number | [ago: number, heardMs: number, units: number])[]) =>
  ago.map((one) => {
    const [before, heardMs, units] = typeof one === "number" ? [one, 60_000, 20] : one;
    return { day: dayAfter(TODAY, -before), heardMs, units };
  });

describe("a run of days", () => {
  it("reaches today, goes over the end of a month, and is not ended by a day that is not over", () => {
    expect(runsOf(days(0, 1, 2, 3), TODAY)).toEqual({ run: 4, longestRun: 4 });
    expect(runsOf(days(1, 2, 3), TODAY)).toEqual({ run: 3, longestRun: 3 });
  });

  it("begins anew after a day without, and the longest one stays", () => {
    expect(runsOf(days(0, 2, 3, 4, 5), TODAY)).toEqual({ run: 1, longestRun: 4 });
    expect(runsOf(days(2, 3), TODAY)).toEqual({ run: 0, longestRun: 2 });
    expect(runsOf([], TODAY)).toEqual({ run: 0, longestRun: 0 });
  });

  it("is not made of seconds", () => {
    expect(runsOf(days(0, [1, 29_999, 9], 2), TODAY)).toEqual({ run: 1, longestRun: 1 });
  });

  it("is there to keep while today is missing, or has seconds alone", () => {
    expect(runToKeep(days(1, 2, 4), TODAY)).toBe(2);
    expect(runToKeep(days([0, 29_999, 9], 1, 2), TODAY)).toBe(2);
    expect(runToKeep(days([0, 30_000, 10], 1, 2), TODAY)).toBe(0);
    expect(runToKeep(days([1, 29_999, 9], 2), TODAY)).toBe(0);
  });
});

describe("the pace", () => {
  it("is unknown before three days brought something, today left out", () => {
    expect(paceOf(days(0, 1, 2), TODAY)).toBeUndefined();
    expect(paceOf(days(1, 2, [3, 60_000, 0]), TODAY)).toBeUndefined();
  });

  it("of somebody new is by the days since the first one, else by the whole week", () => {
    expect(paceOf(days(0, 1, 2, 4), TODAY)).toBe(15);
    expect(paceOf(days(1, 2, 4, 30), TODAY)).toBe(8);
  });

  it("forgets what is older than a week", () => {
    expect(paceOf(days(1, 2, 8, 9, 10), TODAY)).toBeUndefined();
  });
});

it("a week has seven days, the oldest first, with zeros where nothing was heard", () => {
  const week = weekOf(days(0, 2, 9), TODAY);
  expect(week.map(({ day }) => day)).toEqual([
    ...["2026-02-24", "2026-02-25", "2026-02-26", "2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"],
  ]);
  expect(week.map(({ units }) => units)).toEqual([0, 0, 0, 0, 20, 0, 20]);
});
