import { describe, expect, it } from "vitest";
import { goalOf } from "./goal_words.ts";

const summary = (availableBalance: number, settlingBalance = 0, more = {}) => ({
  ...{ availableBalance, settlingBalance, minimumWithdrawal: 100, pendingWithdrawal: 0 },
  totalEarned: availableBalance + settlingBalance,
  ...more,
});

describe("the goal", () => {
  it("says what is missing in naira and how many days it takes, with what settles", () => {
    expect(goalOf(summary(48.05, 20), 11)).toEqual({
      ...{ reached: 68.05, goal: 100, isReached: false },
      title: "₦31.95 to your first ₦100",
      text: "About 3 days at your pace of the last week.",
    });
  });

  it("says a day in the singular, and that nobody knows where nobody does", () => {
    expect(goalOf(summary(99), 5).text).toBe("About 1 day at your pace of the last week.");
    expect(goalOf(summary(0), undefined).text).toContain("Listen on three days");
    expect(goalOf(summary(0), 0.01).text).toContain("more than a year");
  });

  it("after the first withdrawal is the next one", () => {
    expect(goalOf(summary(10, 0, { totalEarned: 240 }), 5).title).toBe("₦90.00 to your next ₦100");
  });

  it("that is reached says so; what settles cannot be withdrawn yet", () => {
    expect(goalOf(summary(128.08), 5)).toMatchObject({ isReached: true, title: "You can withdraw ₦128.08" });
    expect(goalOf(summary(40, 60), 5)).toMatchObject({ isReached: true, title: "₦100 reached" });
  });
});
