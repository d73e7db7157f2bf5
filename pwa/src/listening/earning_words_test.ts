import type { Earning } from "@contract/earning.ts";
import { describe, expect, it } from "vitest";
import { EARNING_OF_A_NEWCOMER as NEWCOMER } from "../../testing/given_earning.ts";
import { dayOverText, earningWords, isDayOver, paceText } from "./earning_words.ts";

const of = (today: Partial<Earning["today"]>, more: Partial<Earning> = {}): Earning => ({
  ...NEWCOMER,
  ...more,
  today: { ...NEWCOMER.today, ...today },
});
const POOL = "Today's reward pool is used up: songs play, but earn nothing more today. A new pool starts at midnight.";

describe("the earning line", () => {
  it("says today, the goal and how many steps are open, exact to the hundredth", () => {
    expect(earningWords(NEWCOMER)).toEqual({
      today: "₦1.79 of ₦2 today",
      goal: "₦98.21 to your first ₦100",
      level: "4 steps to ₦24 a day",
    });
  });

  it("is over at the limit, not a hundredth before", () => {
    expect(isDayOver(of({ earned: 1.99 }))).toBe(false);
    const over = of({ earned: 2 });
    expect(earningWords(over).today).toBe("₦2 today, earning again at midnight");
    expect(dayOverText(over)).toBe(
      "That's your ₦2 for today. Keep listening; earning restarts at midnight.",
    );
  });

  it("says why where it is not one's own limit, and before that what the pool has left", () => {
    expect(earningWords(of({}, { pool: { left: 0.2 } })).pool).toBe("₦0.20 left in today's pool");
    expect(earningWords(of({}, { pool: { left: 0.21 } })).pool).toBeUndefined();
    const empty = of({ notice: POOL }, { pool: { left: 0 } });
    expect(earningWords(empty)).toMatchObject({ today: "₦1.79 today, earning again at midnight", pool: POOL });
    expect(dayOverText(empty)).toBe(POOL);
  });

  it("says one step in the singular, that all are done, and nothing where nothing is left to reach", () => {
    const next = (open: number) => ({
      now: 0 as const,
      next: { limit: 24, steps: [{ text: "Listen for 60 minutes", done: 60 - open, of: 60 }] },
    });
    expect(earningWords(of({}, { level: next(1) })).level).toBe("1 step to ₦24 a day");
    expect(earningWords(of({}, { level: next(0) })).level).toBe("every step to ₦24 a day done");
    expect(earningWords(of({}, { level: { now: 2 } })).level).toBeUndefined();
  });

  it("tells the first goal from the next, and what is reached from what can be withdrawn", () => {
    const goal = (left: number, withdrawable = 0, isFirst = false) =>
      earningWords(of({}, { goal: { amount: 100, left, isFirst }, withdrawable })).goal;
    expect(goal(90)).toBe("₦90 to your next ₦100");
    expect(goal(0.01, 99.99)).toBe("₦0.01 to your next ₦100");
    expect(goal(0, 99.99)).toBe("₦100 reached, still settling");
    expect(goal(0, 100)).toBe("₦100 to withdraw");
    expect(goal(1_600, 0, true)).toBe("₦1,600 to your first ₦100");
  });
});

describe("the pace", () => {
  const left = (tokens: number) => ({ goal: { amount: 100, left: tokens, isFirst: true } });

  it("says how many days are missing, and nothing where it is unknown or the goal is reached", () => {
    expect(paceText(left(31.95), 11)).toBe("About 3 days to ₦100 at your pace of the last week.");
    expect(paceText(left(5), 5)).toBe("About 1 day to ₦100 at your pace of the last week.");
    expect(paceText(left(100), 0.01)).toContain("more than a year");
    for (const [goal, pace] of [[left(5), undefined], [left(5), 0], [left(0), 5]] as const) {
      expect(paceText(goal, pace)).toBeUndefined();
    }
  });
});
