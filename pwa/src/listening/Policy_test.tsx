import { FIRST_POLICY } from "@contract/policy.ts";
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { Policy } from "./Policy.tsx";

const POLICY = "GET /api/v1/policy";

afterEach(() => vi.unstubAllGlobals());

describe("Policy", () => {
  it("says the rules in force with their numbers", async () => {
    answerCalls({ [POLICY]: { body: { current: FIRST_POLICY, history: [FIRST_POLICY] } } });
    renderScreen(<Policy />);
    expect((await screen.findByText("0.20")).textContent).toContain("tokens a minute");
    const figures = ["2h 0m", "50,000", "20", "100.00", "1.00", "₦1,000.00", "₦1,500.00"];
    for (const figure of figures) expect(screen.getByText(figure)).toBeTruthy();
    expect(screen.getByText(/at most 24\.00 tokens/)).toBeTruthy();
    expect(screen.getByText(/Version 1, in force from 1 Jan 2025/)).toBeTruthy();
  });

  it("can be asked for again when it fails", async () => {
    answerCalls({ [POLICY]: ["no network", { body: { current: FIRST_POLICY, history: [FIRST_POLICY] } }] });
    renderScreen(<Policy />);
    expect(await screen.findByText("Failed to load the earning rules")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("What counts")).toBeTruthy();
  });
});
