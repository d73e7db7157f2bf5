import { fireEvent, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, answerCalls } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { endSession, startSession } from "../lib/session.ts";
import { Statement } from "./Statement.tsx";
import { monthsSince, totalOf, turnover } from "./statement_sums.ts";

const PROFILE = { firstName: "Ada", lastName: "Obi", email: "ada@orin.example", createdAt: "2026-09-30T23:30:00Z" };
const JULY = {
  month: "2026-07",
  opening: { available: 10.07, settling: 0, pending: 0 },
  closing: { available: 5.2, settling: 0, pending: 5 },
  totals: [
    { kind: "reward", label: "Listening rewards", count: 1_204, available: 0.13, settling: 0, pending: 0 },
    { kind: "withdrawal_held", label: "Withdrawals requested", count: 1, available: -5, settling: 0, pending: 5 },
  ],
  lines: [{
    day: "2026-07-01",
    kind: "reward",
    label: "Listening rewards",
    count: 1_204,
    available: 0.13,
    settling: 0,
    pending: 0,
  }],
};

function open(answers: Record<string, Answer>) {
  const calls = answerCalls({ "GET /api/auth/profile": { body: PROFILE }, ...answers });
  renderScreen(<Statement />, { route: "/statement", path: "/statement?month=2026-07" });
  return calls;
}

beforeEach(() => {
  localStorage.clear();
  const answer = { token: "t", userId: "u", role: "listener" as const, reportToken: "r", expiresAt: "2027-01-01" };
  startSession(answer, true);
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

describe("Statement", () => {
  it("shows what there was, what changed it and what is left, for the screen and for paper", async () => {
    const print = vi.fn();
    vi.stubGlobal("print", print);
    open({ "GET /api/v1/statement": { body: JULY } });
    const sheet = await screen.findByRole("region", { name: "Statement for July 2026" });
    const rows = within(within(sheet).getByRole("table", { name: /What changed/ })).getAllByRole("row");
    expect(rows.map((row) => row.textContent)).toEqual([
      "MovementHow oftenAvailableSettlingHeld for withdrawal",
      "Opening balance10.070.000.00",
      "Listening rewards1,2040.130.000.00",
      "Withdrawals requested1-5.000.005.00",
      "Closing balance5.200.005.00",
    ]);
    expect(within(sheet).getByText("Credits").nextSibling?.textContent).toBe("+0.13");
    expect(within(sheet).getByText("Debits").nextSibling?.textContent).toBe("−0.00");
    expect(within(sheet).getByText("Ada Obi")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Print" }));
    expect(print).toHaveBeenCalledOnce();
  });

  it("asks for another month, back to the one of the account's first day in Lagos", async () => {
    const calls = open({ "GET /api/v1/statement": { body: JULY } });
    await screen.findByRole("region", { name: "Statement for July 2026" });
    await screen.findByRole("option", { name: "October 2026" });
    const asked = calls.length;
    await userEvent.selectOptions(screen.getByLabelText("Month"), "October 2026");
    await vi.waitFor(() => expect(calls.length).toBeGreaterThan(asked));
  });

  it("says the documented text when it cannot be loaded, and tries again", async () => {
    open({ "GET /api/v1/statement": { status: 500, body: {} } });
    expect(await screen.findByText("Failed to load your earnings data. Please try again later.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try Again" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Print" })).toHaveProperty("disabled", true);
  });

  it("says what there was when a day was over, and nothing while it is not known", async () => {
    open({
      "GET /api/v1/statement": { body: JULY },
      "GET /api/v1/balance": { body: { at: "2026-07-03T22:59:59Z", available: 12.5, settling: 0, pending: 3 } },
    });
    fireEvent.change(screen.getByLabelText("Date"), { target: { value: "2026-07-03" } });
    expect((await screen.findByText(/At the end of 3 Jul/)).textContent)
      .toBe("At the end of 3 Jul 2026: 12.50 tokens (₦12.50) and ₦3.00 held for withdrawal");
  });
});

it("turnover() makes opening + credits - debits = closing without a rounding error", () => {
  const totals = [0.1, 0.2, 0.7, -0.3, -0.29].map((available, index) => (
    { kind: `${index}`, label: "", count: 1, available, settling: 0, pending: 0 }
  ));
  const { credits, debits } = turnover({ totals });
  expect({ credits, debits }).toEqual({ credits: 1, debits: 0.59 });
  expect(totalOf({ available: 0.1, settling: 0.3, pending: 0.2 })).toBe(0.6);
});

it("monthsSince() goes by Lagos' calendar and ends where the account begins", () => {
  expect(monthsSince("2026-09-30T23:30:00Z", Date.UTC(2026, 11, 31, 23, 30))).toEqual([
    "2027-01",
    "2026-12",
    "2026-11",
    "2026-10",
  ]);
  expect(monthsSince(undefined, Date.UTC(2026, 6, 3))).toEqual(["2026-07"]);
});
