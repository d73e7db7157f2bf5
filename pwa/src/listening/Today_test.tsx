import { FIRST_POLICY } from "@contract/policy_rules.ts";
import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/answer_calls.ts";
import { EARNING_OF_A_NEWCOMER } from "../../testing/given_earning.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { endSession, startSession } from "../lib/session.ts";
import { Today } from "./Today.tsx";

const SESSION = { token: "t1", role: "listener", userId: "u1", reportToken: "r1", expiresAt: "" } as const;
const FREE = "GET /api/v1/free-plays";
const EARNING = "GET /api/v1/earning";
const free = {
  ...{ isSubscribed: false, freePlayLimit: 20, usedFreePlays: 3, remainingFreePlays: 17 },
  ...{ subscriptionMessage: "", rewardedMsLeftToday: 6_120_000, poolTokensLeftToday: 49_876.5 },
};

beforeEach(() => {
  localStorage.clear();
  startSession(SESSION, true);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("Today", () => {
  it("shows what remains out of the limit, and what one earns", async () => {
    answerCalls({ [FREE]: { body: free }, [EARNING]: { body: EARNING_OF_A_NEWCOMER } });
    renderScreen(<Today />);
    expect((await screen.findByText(/out of 20 left/)).textContent).toBe("17 out of 20 left");
    const bar = screen.getByRole("progressbar", { name: "Free plays left today" });
    expect(bar.getAttribute("aria-valuetext")).toBe("17 of 20 plays");
    expect(await screen.findByText("₦1.79 of ₦2 today")).toBeTruthy();
  });

  it("leaves the free plays out for Premium", async () => {
    answerCalls({
      [FREE]: { body: { ...free, isSubscribed: true, rewardedMsLeftToday: 0 } },
      [EARNING]: { body: EARNING_OF_A_NEWCOMER },
    });
    renderScreen(<Today />);
    expect(await screen.findByText("₦1.79 of ₦2 today")).toBeTruthy();
    expect(screen.queryByRole("progressbar", { name: "Free plays left today" })).toBeNull();
  });

  it("keeps no room for figures that failed", async () => {
    answerCalls({ [FREE]: { status: 500, body: undefined } });
    renderScreen(<Today />);
    const room = () => document.querySelector("body > div > div");
    expect(room()).toBeTruthy();
    await waitFor(() => expect(room()).toBeNull());
  });

  it("tells visitors what an account adds, by the rules in force, and asks for nothing else", async () => {
    endSession();
    const calls = answerCalls({ "GET /api/v1/policy": { body: { current: FIRST_POLICY, history: [] } } });
    renderScreen(<Today />);
    expect(screen.getByRole("link", { name: "Create a free account" }).getAttribute("href")).toBe("/signup");
    expect(await screen.findByText(/A new account earns up to ₦2 a day, and ₦24 after 5 steps\./)).toBeTruthy();
    expect(calls.map(({ call }) => call)).toEqual(["GET /api/v1/policy"]);
  });
});
