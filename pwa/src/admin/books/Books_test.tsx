import type { BooksAnswer, BooksDifference, ReconciledDays } from "@contract/books.ts";
import { cleanup, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerCalls } from "../../../testing/answer_calls.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { startAdminSession } from "../shell/session.ts";
import { Books } from "./Books.tsx";
import { fieldTime, momentOf, monthEnd } from "./lagos_time.ts";

const PATH = "/api/v1/admin/books";
const AT = "2026-11-01T10:00:00.000Z";
const books = (at: string, total: number): BooksAnswer => ({
  at,
  owed: {
    ...{
      available: total - 30,
      settling: 5,
      heldGifts: 25,
      requested: 0,
      underway: 0,
      uncertain: 0,
      disputed: 0,
      unclaimed: 0,
      withheldTax: 0,
    },
    total,
  },
  pool: 5,
  fees: 2,
  revenue: { subscriptions: 10, extraPlays: 0, total: 10 },
  claims: { gifts: 0, payouts: 0, total: 0 },
  provider: { books: 900, said: null },
  cover: { books: 0.9, said: null },
  capital: 500,
  result: { revenue: 10, rewards: 5, royalties: 1, promotion: 0, fees: 2, total: 2 },
  difference: null,
  trial: [
    { account: "provider:paystack", debit: 900, credit: 0 },
    { account: "users:available", debit: 0, credit: 900 },
  ],
  totals: { debit: 900, credit: 900 },
  upTo: [{ log: "ledger/0", position: 12 }],
});
const days = (state: BooksDifference["state"]): ReconciledDays => {
  const difference = {
    ...{ kind: "payout_unknown", subject: "orin-a", ours: "nothing", theirs: "₦40.00", state },
    handling: [{ at: AT, by: "Orin", text: "Found", note: "" }],
  };
  const day = { day: "2026-10-31", at: AT, from: AT, to: AT, payouts: 2, paid: 100, charges: 1, received: 50 };
  return { days: [{ ...day, differences: [difference] }] };
};
const open = (answers: Parameters<typeof answerCalls>[0], path = "/books") => {
  const calls = answerCalls(answers);
  renderScreen(<Books />, { route: "/books", path });
  return calls;
};

beforeEach(() => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  startAdminSession({ username: "Boss", userId: "admin1", expiresAt, message: "", role: "owner" });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("Books", () => {
  it("show what is owed, the cover and the trial balance, now and at a chosen moment", async () => {
    const then = momentOf("2026-10-05T18:30");
    open({ [`GET ${PATH}`]: [{ body: books(AT, 1_000) }, { body: books(then, 500) }] });
    expect(await screen.findByRole("row", { name: "Total 1,000.00 ₦1,000.00" })).toBeTruthy();
    expect(screen.getByText("90.00 %")).toBeTruthy();
    expect(screen.getByRole("row", { name: "Money at Paystack provider:paystack ₦900.00" })).toBeTruthy();
    expect(screen.getByText(/Both sides agree/)).toBeTruthy();
    const field = screen.getByLabelText("Date and time in Lagos");
    await userEvent.clear(field);
    await userEvent.type(field, "2026-10-05T18:30");
    await userEvent.click(screen.getByRole("button", { name: "Show" }));
    expect(await screen.findByRole("row", { name: "Total 500.00 ₦500.00" })).toBeTruthy();
    expect(screen.getByText(/5 Oct 2026, 18:30/)).toBeTruthy();
  });

  it("say what explains the difference, the result, and let capital be recorded", async () => {
    const CAPITAL = `POST ${PATH}/capital`;
    const difference = {
      amount: 400,
      parts: [{ kind: "underway" as const, amount: -100, names: ["orin-a"] }],
      rest: 500,
    };
    const calls = open({
      [`GET ${PATH}`]: {
        body: { ...books(AT, 1_000), provider: { books: 900, said: { amount: 1_300, at: AT } }, difference },
      },
      [CAPITAL]: { status: 202, body: { message: "An admin on another side has to confirm it" } },
    });
    expect(await screen.findByRole("row", { name: "On its way to banks orin-a -₦100.00" })).toBeTruthy();
    expect(screen.getByRole("row", { name: "Not explained ₦500.00" })).toBeTruthy();
    expect(screen.getByRole("row", { name: "Result ₦2.00" })).toBeTruthy();
    expect(screen.getByText(/^Cover is under 100 %: ₦100\.00 is missing\./)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Record capital" }));
    const dialog = within(screen.getByRole("dialog", { name: "Record capital" }));
    await userEvent.click(dialog.getByRole("button", { name: "Record" }));
    expect(await dialog.findByText("Say where it comes from")).toBeTruthy();
    expect(dialog.getByText(/^Enter a sum in naira/)).toBeTruthy();
    await userEvent.type(dialog.getByLabelText(/Sum in naira/), "500");
    await userEvent.type(dialog.getByLabelText(/Where it comes from/), "The first deposit");
    await userEvent.click(dialog.getByRole("button", { name: "Record" }));
    expect(await screen.findByText("An admin on another side has to confirm it")).toBeTruthy();
    expect(calls.find(({ call }) => call === CAPITAL)?.body).toMatchObject({
      kobo: 50_000,
      reason: "The first deposit",
    });
  });

  it("let a difference be settled with a note", async () => {
    const SETTLE = `POST ${PATH}/differences/settle`;
    const calls = open(
      { [`GET ${PATH}/days`]: { body: days("open") }, [SETTLE]: { body: days("settled") } },
      "/books?tab=days",
    );
    expect(await screen.findByText("Payout unknown")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Settle" }));
    const dialog = within(screen.getByRole("dialog"));
    await userEvent.type(dialog.getByLabelText(/What you found/), "Paid by hand");
    await userEvent.click(dialog.getByRole("button", { name: "Settle" }));
    expect(await screen.findByText("Settled")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Settle" })).toBeNull();
    expect(calls.find(({ call }) => call === SETTLE)?.body).toEqual({
      ...{ kind: "payout_unknown", subject: "orin-a", note: "Paid by hand" },
    });
  });

  it("can be asked for again when that failed", async () => {
    open({ [`GET ${PATH}`]: [{ status: 500, body: {} }, { body: books(AT, 1_000) }] });
    expect(await screen.findByText("The books could not be loaded")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Trial balance")).toBeTruthy();
  });
});

describe("the time in Lagos", () => {
  it("is an hour ahead of UTC, and a month ends with its last hour there", () => {
    expect(fieldTime("2026-10-31T23:30:00.000Z")).toBe("2026-11-01T00:30");
    expect(momentOf("2026-11-01T00:30")).toBe("2026-10-31T23:30:00.000Z");
    expect(momentOf("")).toBe("");
    expect(monthEnd("2026-10")).toBe("2026-10-31T23:00:00.000Z");
    expect(monthEnd("2026-12")).toBe("2026-12-31T23:00:00.000Z");
  });
});
