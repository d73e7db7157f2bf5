import { FIRST_POLICY } from "@contract/policy_rules.ts";
import { needsOfLevel1, stepText } from "@contract/trust.ts";
import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/answer_calls.ts";
import { EARNING_OF_A_NEWCOMER } from "../../testing/given_earning.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { endSession, startSession } from "../lib/session.ts";
import { Policy } from "./Policy.tsx";

const FIRST = {
  ...{ policy: FIRST_POLICY, state: "in_force", reason: "Orin's first rules" },
  decidedAt: "2025-01-01T00:00:00.000Z",
};
const POLICY = "GET /api/v1/policy";

afterEach(() => vi.unstubAllGlobals());

describe("Policy", () => {
  it("says the rules in force with their numbers", async () => {
    answerCalls({ [POLICY]: { body: { current: FIRST_POLICY, history: [FIRST_POLICY], versions: [FIRST] } } });
    renderScreen(<Policy />);
    expect((await screen.findByText("0.20")).textContent).toContain("tokens (₦0.20) a minute");
    const figures = ["2h 0m", "50,000.00", "20", "100.00", "1.00", "₦1,000.00", "₦1,500.00"];
    for (const figure of figures) expect(screen.getByText(figure)).toBeTruthy();
    expect(screen.getByText(/never more than 24\.00 tokens \(₦24\.00\)/)).toBeTruthy();
    expect(screen.getByText(/A skip before that is free/)).toBeTruthy();
    expect(screen.getByText(/the first 10 times a day are free/)).toBeTruthy();
    expect(screen.getByText(/starts 14 seconds after the point where a play counts/)).toBeTruthy();
    expect(screen.getByText(/Version 1, in force from 1 Jan 2025/)).toBeTruthy();
  });

  it("begins with what a new account earns and every step of the rule, for visitors", async () => {
    answerCalls({ [POLICY]: { body: { current: FIRST_POLICY, history: [FIRST_POLICY] } } });
    renderScreen(<Policy />);
    const you = await screen.findByRole("region", { name: "You, today" });
    expect(you.textContent).toContain("A new account earns up to ₦2 a day, and ₦24 after 5 steps.");
    expect(within(you).getAllByRole("listitem").map(({ textContent }) => textContent))
      .toEqual(needsOfLevel1(FIRST_POLICY).map(stepText));
    expect(screen.getAllByRole("heading", { level: 2 })[0]?.textContent).toBe("You, today");
  });

  it("begins with a member's own day and open steps", async () => {
    startSession({ token: "t1", role: "listener", userId: "u1", reportToken: "r1", expiresAt: "" }, true);
    answerCalls({
      [POLICY]: { body: { current: FIRST_POLICY, history: [FIRST_POLICY] } },
      "GET /api/v1/earning": { body: EARNING_OF_A_NEWCOMER },
    });
    renderScreen(<Policy />);
    const steps = within(await screen.findByRole("list", { name: "Steps" }));
    expect(screen.getByText("₦1.79 of ₦2 today")).toBeTruthy();
    expect(steps.getByText(/5 artists, a minute each: 4 so far/)).toBeTruthy();
    endSession();
  });

  it("says what will change and what was cancelled, in plain words and with reasons", async () => {
    const later = (version: number, changes: object) => ({
      ...FIRST,
      policy: { ...FIRST_POLICY, ...changes, version, effectiveFrom: "2027-01-01T00:00:00.000Z" },
      decidedAt: `2026-01-0${version}T00:00:00.000Z`,
    });
    const dropped = {
      ...later(2, { dailyFreePlays: 5 }),
      ...{
        state: "cancelled",
        reason: "Fewer plays",
        cancelReason: "Listeners asked us",
        cancelledAt: "2026-01-02T12:00:00Z",
      },
    };
    const planned = { ...later(3, { premiumMonthKobo: 150_000 }), state: "upcoming", reason: "Music costs more" };
    const versions = [planned, dropped, FIRST];
    answerCalls({ [POLICY]: { body: { current: FIRST_POLICY, history: [FIRST_POLICY], versions } } });
    renderScreen(<Policy />);
    const upcoming = (await screen.findByText("Upcoming changes")).closest("section");
    expect(upcoming?.textContent).toContain("Music costs more");
    expect(upcoming?.textContent).toContain("Premium per month: ₦1,000.00, then ₦1,500.00");
    expect(upcoming?.textContent).not.toContain("Daily free plays");
    const past = screen.getByText("Versions").closest("section");
    expect(past?.textContent).toContain("Daily free plays: 20 plays, then 5 plays");
    expect(past?.textContent).toMatch(/Cancelled on 2 Jan 2026.*Listeners asked us/);
  });

  it("can be asked for again when it fails", async () => {
    answerCalls({ [POLICY]: ["no network", { body: { current: FIRST_POLICY, history: [FIRST_POLICY] } }] });
    renderScreen(<Policy />);
    expect(await screen.findByText("Failed to load the earning rules")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("What counts")).toBeTruthy();
  });
});
