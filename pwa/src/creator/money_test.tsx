import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerCalls, refusal } from "../../testing/answer_calls.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { endSession, startSession } from "../lib/session.ts";
import { Gifts } from "./Gifts.tsx";
import { PlayKinds } from "./Listening.tsx";
import { Wallet } from "./Wallet.tsx";

const gift = (id: string, more = {}) => ({
  ...{ id, sender: { name: `Giver ${id}` }, amount: 2, naira: 3_000, tier: "Bronze", method: "card", status: "sent" },
  ...{ message: "", date: "2026-11-01T10:00:00.000Z", ...more },
});
const STATS = {
  ...{ totalGifts: 3, totalAmount: 6, directGifts: 2, trackGifts: 1, directAmount: 4, trackAmount: 2 },
  naira: { total: 9_000, direct: 6_000, track: 3_000 },
};

beforeEach(() => startSession({ token: "t1", role: "creator", userId: "u1", reportToken: "r1", expiresAt: "" }, true));
afterEach(() => {
  vi.unstubAllGlobals();
  endSession();
});

it("gifts can be told apart, and those given back say so", async () => {
  const gifts = [
    gift("one"),
    gift("two", { track: { _id: "t1", title: "Omo Ele" } }),
    gift("three", { status: "refunded" }),
  ];
  answerCalls({ "GET /api/v1/gifts/received": { body: { gifts, stats: STATS } } });
  renderScreen(<Gifts />);
  expect(await screen.findAllByRole("listitem")).toHaveLength(3);
  expect(screen.getByText(/Returned to the sender/)).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: "For tracks" }));
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  expect(screen.getByText(/for Omo Ele/)).toBeTruthy();
});

it("thanks are written under the gift, once, and stay there when they cannot be sent", async () => {
  const calls = answerCalls({
    "GET /api/v1/gifts/received": [
      { body: { gifts: [gift("one")], stats: STATS } },
      { body: { gifts: [gift("one", { thanks: "Ẹ ṣé!" })], stats: STATS } },
    ],
    "POST /api/v1/gifts/one/thanks": [refusal(503, "Try again in a moment"), { body: { message: "" } }],
  });
  renderScreen(<Gifts />);
  await userEvent.click(await screen.findByRole("button", { name: /Say thank you/ }));
  await userEvent.type(screen.getByLabelText("Your message to Giver one"), " Ẹ ṣé! ");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("Try again in a moment")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("You said thank you")).toBeTruthy();
  expect(calls.filter(({ call }) => call.startsWith("POST")).at(-1)?.body).toEqual({ message: "Ẹ ṣé!" });
  expect(screen.queryByRole("button", { name: /Say thank you/ })).toBeNull();
});

it("the wallet names the payout of every part of a gift", async () => {
  const parts = [
    { to: "payout", tokens: 1_000, withdrawalId: "w1", status: "completed", reference: "orin-w1", date: gift("").date },
    { to: "payout", tokens: 500, withdrawalId: "w2", status: "pending_review" },
    { to: "balance", tokens: 1_500 },
  ];
  const totals = { received: 3_000, paidOut: 1_000, underWay: 500, inBalance: 1_500, spent: 0, givenBack: 0 };
  answerCalls({
    "GET /api/v1/withdrawal-summary": {
      body: { availableBalance: 1_500, settlingBalance: 0, pendingWithdrawal: 500, totalEarned: 0 },
    },
    "GET /api/v1/withdrawals": { body: { withdrawals: [] } },
    "GET /api/v1/gifts/payouts": { body: { gifts: [{ ...gift("one"), parts }], totals } },
    "GET /api/v1/creator-earnings": {
      body: { earned: { gifts: 3_000, royalties: 125.67, repaid: 0, total: 3_125.67 } },
    },
  });
  renderScreen(<Wallet />);
  const fold = (await screen.findByText("Where your gifts went")).closest("details");
  expect([fold?.open, fold?.contains(screen.getByText("Reference orin-w1"))]).toEqual([false, true]);
  expect(screen.getByText(/in a withdrawal under review/)).toBeTruthy();
  expect(screen.getByText("No reference yet")).toBeTruthy();
  expect(screen.getByText("Available Balance").nextElementSibling?.textContent).toMatch(/^₦/);
  expect(screen.getByText("Royalties, after tax").nextElementSibling?.textContent).toBe("₦125.67");
  expect(screen.getByText(/₦1,000\.00 of them paid to your bank/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Withdraw" }).getAttribute("href")).toBe("/withdraw-tokens");
});

it("the dashboard says how many plays are proven, and what it means that others are not, when it is asked", () => {
  const people = { listeners: 2, listenersError: 0, countedListeners: 2, countedListenersError: 0 };
  const track = { _id: "t1", title: "Omo Ele", isDeleted: false, ...people, seconds: 60, grossSeconds: 60 };
  const plays = { gross: 1_200, filtered: 1_000, verified: 400 };
  renderScreen(<PlayKinds tracks={[{ ...track, plays }, { ...track, _id: "t2", plays }]} />);
  expect(screen.getAllByText(/^(2,400|2,000|800)$/)).toHaveLength(3);
  const fold = screen.getByText("How sure we are of these figures").closest("details");
  expect([fold?.open, fold?.contains(screen.getByText(/1,200 counted plays are unproven/))]).toEqual([false, true]);
});

it("everyone who gave is thanked in one go, with the same key when the answer was lost; then the form is gone", async () => {
  const said = { thanksId: "t1", text: "Ẹ ṣé!", at: "2026-11-01T10:00:00.000Z", isHidden: false, month: "2026-10" };
  const months = [{ month: "2026-11", gifts: 1, people: 1 }, { month: "2026-10", gifts: 2, people: 2 }];
  const calls = answerCalls({
    "GET /api/v1/gifts/received": { body: { gifts: [gift("one")], stats: STATS } },
    "GET /api/v1/gifts/thanks": [
      { body: { waiting: 3, people: 3, months, nextThanksAt: null, thanks: [] } },
      { body: { waiting: 0, people: 0, months: [], nextThanksAt: "2099-11-08T10:00:00.000Z", thanks: [said] } },
    ],
    "POST /api/v1/gifts/thanks": [refusal(503, "Try again in a moment"), { body: {} }],
  });
  renderScreen(<Gifts />);
  expect(await screen.findByText(/^3 gifts without your thanks/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Write a thank-you" }));
  await userEvent.type(screen.getByLabelText("Your message to everyone who gave"), " Ẹ ṣé! ");
  expect(screen.getByText("up to 3 people")).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText("Whom you thank"), "October 2026 (2 gifts)");
  expect(screen.getByText("up to 2 people")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Thank everyone" }));
  expect(await screen.findByText("Try again in a moment")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Thank everyone" }));
  expect(await screen.findByText("Everyone who gave has your thanks.")).toBeTruthy();
  expect(screen.getByText("Ẹ ṣé!")).toBeTruthy();
  expect(screen.getByText(", for October 2026")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Thank everyone" })).toBeNull();
  const sent = calls.filter(({ call }) => call.startsWith("POST"));
  expect(sent.map(({ body }) => body)).toEqual([1, 2].map(() => ({ message: "Ẹ ṣé!", month: "2026-10" })));
  expect(new Set(sent.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
});

it("a message with one of the artist's filter words shows itself when asked", async () => {
  answerCalls({
    "GET /api/v1/gifts/received": {
      body: {
        gifts: [gift("one", { message: "Olè!", isFiltered: true }), gift("two", { message: "Nice" })],
        stats: STATS,
      },
    },
    "GET /api/v1/gifts/thanks": { body: { waiting: 0, people: 0, months: [], nextThanksAt: null, thanks: [] } },
  });
  renderScreen(<Gifts />);
  expect(await screen.findByText("Nice")).toBeTruthy();
  expect(screen.queryByText("Olè!")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show it" }));
  expect(screen.getByText("Olè!")).toBeTruthy();
});
