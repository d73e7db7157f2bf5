import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { endSession, startSession } from "../lib/session.ts";
import { EarnedToday } from "./EarnedToday.tsx";
import { Today } from "./Today.tsx";

const SESSION = { token: "t1", role: "listener", userId: "u1", reportToken: "r1", expiresAt: "" } as const;
const FREE = "GET /api/v1/free-plays";
const HISTORY = "GET /api/v1/play-history";
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
  it("shows what remains out of the limit, and what today still gives", async () => {
    answerCalls({ [FREE]: { body: free } });
    renderScreen(<Today />);
    expect((await screen.findByText(/out of 20 left/)).textContent).toBe("17 out of 20 left");
    const bar = screen.getByRole("progressbar", { name: "Free plays left today" });
    expect(bar.getAttribute("aria-valuetext")).toBe("17 of 20 plays");
    expect(screen.getByText("1h 42m")).toBeTruthy();
    expect(screen.getByText("49,876.50")).toBeTruthy();
  });

  it("says before a song plays that it would earn nothing, and why", async () => {
    const earningNotice = "Today's reward pool is used up: songs play, but earn nothing more today.";
    answerCalls({ [FREE]: { body: { ...free, poolTokensLeftToday: 0, earningNotice } } });
    renderScreen(<Today />);
    expect(await screen.findByText(earningNotice)).toBeTruthy();
  });

  it("leaves the free plays out for Premium", async () => {
    answerCalls({ [FREE]: { body: { ...free, isSubscribed: true, rewardedMsLeftToday: 0 } } });
    renderScreen(<Today />);
    expect(await screen.findByText("None left today")).toBeTruthy();
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  it("keeps no room for figures that failed", async () => {
    answerCalls({ [FREE]: { status: 500, body: undefined } });
    renderScreen(<Today />);
    const room = () => document.querySelector("body > div > div");
    expect(room()).toBeTruthy();
    await waitFor(() => expect(room()).toBeNull());
  });

  it("tells visitors what an account adds, and asks nothing of the service", () => {
    endSession();
    const calls = answerCalls({});
    renderScreen(<Today />);
    expect(screen.getByRole("link", { name: "Create a free account" }).getAttribute("href")).toBe("/signup");
    expect(calls).toEqual([]);
  });
});

describe("EarnedToday", () => {
  it("adds up the receipts since midnight in Lagos, over as many pages as it takes", async () => {
    // 00:30 in Lagos.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-19T23:30:00Z") });
    const receipt = (playedAt: string, tokensEarned: number) => ({ playedAt, tokensEarned, creditedMs: 60_000 });
    const first = [receipt("2026-11-19T23:29:00Z", 0.1), receipt("2026-11-19T23:10:00Z", 0.2)];
    const second = [receipt("2026-11-19T23:00:00Z", 0.2), receipt("2026-11-19T22:59:59Z", 7)];
    const calls = answerCalls({
      [HISTORY]: [{ body: { playHistory: first, nextCursor: "c" } }, {
        body: { playHistory: second, nextCursor: "d" },
      }],
      "GET /api/v1/withdrawal-summary": { body: { availableBalance: 12.5, settlingBalance: 0, pendingWithdrawal: 0 } },
    });
    renderScreen(<EarnedToday />);
    expect(await screen.findByText("0.50")).toBeTruthy();
    expect(await screen.findByText("3 plays, 3:00 · balance 12.50")).toBeTruthy();
    expect(calls.filter((call) => call.call === HISTORY)).toHaveLength(2);
  });
});
