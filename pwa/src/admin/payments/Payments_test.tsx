import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { ListedPayment, PaymentRisk, PaymentsPage } from "@contract/admin_payments.ts";
import type { CaseFile } from "@contract/cases.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, answerCalls, refusal } from "../../../testing/answer_calls.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { startAdminSession } from "../shell/session.ts";
import { Payments } from "./Payments.tsx";

const LIST = "GET /api/v1/admin/payments";
const APPROVE = "POST /api/v1/approve-payment-automatic/w1";
const OUTCOME = "GET /api/v1/admin/payments/w1/outcome";
const payment: ListedPayment = {
  ...{ _id: "w1", amount: 150, status: "pending_review", notes: "", processedDate: null, transactionReference: null },
  ...{ requestDate: "2026-11-01T10:00:00.000Z", createdAt: "2026-11-01T10:00:00.000Z" },
  userId: { _id: "u1", firstName: "Ada", lastName: "Obi", username: "Ada Obi", email: "ada@orin.example" },
  bankDetails: { accountName: "OBI ADA", accountNumber: "0123456789", bankCode: "058", bankName: "GTBank" },
  ...{
    approvals: [],
    approvalsNeeded: 1,
    warnings: [],
    risk: { score: 20, level: "low", warnings: 0, isOpened: false },
  },
};
const page = (payments: ListedPayment[], more: Partial<PaymentsPage> = {}): Answer => ({
  body: {
    ...{ payments, nextCursor: null, admins: 2 },
    counts: { pending: 7, second_approval: 0, processing: 0, completed: 0, rejected: 0, uncertain: 0 },
    ...more,
  },
});
const RISK: PaymentRisk = { score: 0, level: "low", warnings: 0, isOpened: false };
const CASE = "GET /api/v1/admin/payments/w1/case";
const heard = { plays: 0, claimedSeconds: 0, creditedSeconds: 0, tokens: 0 };
const CASE_FILE: CaseFile = {
  ...{ caseId: "c1", shownAt: payment.createdAt, withdrawalId: "w1", amount: 150, status: "pending_review" },
  ...{ requestedAt: payment.createdAt, approvalsNeeded: 1, admins: 2 },
  person: { userId: "u1", name: "Ada Obi", email: "ada@orin.example", registeredAt: payment.createdAt },
  bank: { ...payment.bankDetails, nameMatches: true, isNew: false, others: [] },
  ...{ sources: [], balance: { available: 0, reserved: 150 }, rewards: { booked: 0, fromPlays: 0 } },
  listening: {
    ...{ total: heard, days: [], olderDays: { ...heard, days: 0 }, tracks: [], otherTracks: { ...heard, tracks: 0 } },
    ...{ devices: [], uncredited: [], loops: [], proof: { counted: 0, offline: 0, unproven: 0 } },
  },
  ...{ changes: [], reviews: [], earlier: [] },
  risk: { score: 30, level: "medium", reasons: [{ code: "gifts", points: 30, text: "Too many gifts" }] },
};
const ask = async () => {
  fireEvent.click(await screen.findByRole("button", { name: "Auto-Approve: Ada Obi" }));
  return within(await screen.findByRole("dialog", { name: "Approve this payment?" }));
};
const approve = async () => fireEvent.click(await (await ask()).findByRole("button", { name: "Approve payment" }));
const open = (answers: Parameters<typeof answerCalls>[0], path = "/approve-earnings") => {
  const calls = answerCalls(answers);
  renderScreen(<Payments />, { route: "/approve-earnings", path });
  return calls;
};

beforeEach(() => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  startAdminSession({ username: "Boss", userId: "admin1", expiresAt, message: "" });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("Payment Management", () => {
  it("shows the documented columns, details and the count", async () => {
    const hidden = { ...payment, bankDetails: { ...payment.bankDetails, accountNumber: "••••••6789" } };
    open({ [LIST]: page([hidden]), "GET /api/v1/admin/payments/w1": { body: payment } });
    await screen.findByText("Ada Obi");
    for (const name of ["User", "Amount", "Date", "Status", "Actions"]) screen.getByRole("columnheader", { name });
    expect(screen.getByRole("tab", { name: "Pending Requests 7" })).toBeTruthy();
    expect(screen.queryByText("0123456789")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Details" }));
    for (const text of ["GTBank", "0123456789", "058", "w1"]) expect(await screen.findByText(text)).toBeTruthy();
  });

  it("says that nothing is there, and what could not be loaded with its status", async () => {
    open({ [LIST]: page([]) });
    expect(await screen.findByText("No payment requests")).toBeTruthy();
    cleanup();
    open({ [LIST]: { status: 500, body: {} } });
    expect(await screen.findByText("Failed to load payment requests (Status: 500)")).toBeTruthy();
  });

  it("says that only level 2 is paid while level 1 is closed", async () => {
    open({ [LIST]: page([payment], { isLevel1Closed: true }) });
    expect(await screen.findByText(/only people with a proven identity are paid/)).toBeTruthy();
  });

  it("goes through its rows by keys, and asks before it approves by one", async () => {
    const other = {
      ...payment,
      _id: "w2",
      userId: { ...payment.userId, username: "Ben Eze", email: "ben@orin.example" },
    };
    const calls = open({ [LIST]: page([payment, other]) });
    await screen.findByText("Ben Eze");
    const [ada, ben] = ["Ada Obi", "Ben Eze"].map((name) => screen.getByText(name).closest("tr"));
    fireEvent.keyDown(screen.getByRole("searchbox"), { key: "a" });
    expect(screen.queryByRole("dialog")).toBeNull();
    ada?.focus();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "j" });
    expect(document.activeElement).toBe(ben);
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "a", ctrlKey: true });
    expect(screen.queryByRole("dialog")).toBeNull();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: "a" });
    expect(await screen.findByRole("dialog", { name: "Approve this payment?" })).toBeTruthy();
    expect(calls.some(({ call }) => call.startsWith("POST"))).toBe(false);
    fireEvent.keyDown(ben ?? document.body, { key: "k" });
    expect(document.activeElement).toBe(ada);
  });

  it("approves without a body when no case file was opened, and says so", async () => {
    const text = "Payment automatically processed through Paystack";
    const calls = open({ [LIST]: [page([payment]), page([])], [APPROVE]: { body: { message: text } } });
    await approve();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(await screen.findByText("No payment requests")).toBeTruthy();
    expect(calls.find(({ call }) => call === APPROVE)?.body).toEqual({});
  });

  it.each([
    ["completed", "Payment automatically processed through Paystack"],
    ["failed", "Payment processing failed: the funds were returned to the user."],
    ["uncertain", "Paystack's answer is unclear."],
  ])(
    "follows a payment that Paystack has not confirmed, until it is %s, and moves the row by itself",
    async (...end) => {
      const [status, message] = end;
      const waiting = "Paystack has the payment and has not confirmed it yet.";
      open({
        [LIST]: [page([payment]), page([payment]), page([])],
        [APPROVE]: { status: 202, body: { message: waiting, status: "processing" } },
        [OUTCOME]: { body: { message, status } },
      });
      await approve();
      expect(await screen.findByText(message)).toBeTruthy();
      expect(screen.queryByText(waiting)).toBeNull();
      expect(await screen.findByText("No payment requests")).toBeTruthy();
    },
  );

  it("repeats what is paid to whom before it approves, and is not stopped by low risk", async () => {
    open({ [LIST]: page([payment]) });
    expect(await screen.findByText("Low risk 20")).toBeTruthy();
    const dialog = await ask();
    for (const text of ["Low risk: 20 of 100", "150.00 tokens (₦150.00)", "Ada Obi", "GTBank 0123456789"]) {
      dialog.getByText(text);
    }
    expect(screen.queryByText(/Case file first/)).toBeNull();
  });

  it.each([
    ["its risk asks for it", {
      risk: { ...RISK, score: 30, level: "medium", warnings: 1 },
      warnings: ["Too many gifts"],
    }],
    ["it is the second approval", { approvals: ["admin2"], status: "awaiting_second_approval" } as const],
  ])(
    "says in the row that the case file comes first, opens it by the same press, and approves there: %s",
    async (...of) => {
      const [, more] = of;
      const text = "Payment automatically processed through Paystack";
      const calls = open({
        [LIST]: [page([{ ...payment, ...more } as ListedPayment]), page([])],
        [CASE]: { body: { caseFile: CASE_FILE, hash: "h1", names: {} } },
        [APPROVE]: { body: { message: text } },
      });
      await screen.findByText(/^Case file first/);
      fireEvent.click(await screen.findByRole("button", { name: "Auto-Approve: Ada Obi" }));
      const file = within(await screen.findByRole("region", { name: "Case file of Ada Obi" }));
      expect(screen.queryByRole("dialog")).toBeNull();
      expect(calls.some(({ call }) => call === APPROVE)).toBe(false);
      fireEvent.click(file.getByRole("button", { name: "Approve payment" }));
      expect(await screen.findByText(text)).toBeTruthy();
      expect(calls.find(({ call }) => call === APPROVE)?.body).toEqual({ caseHash: "h1" });
    },
  );

  it("opens the case file where the service asks for it: the risk rose meanwhile", async () => {
    const why = "Open the case file before you approve this payment. It shows 2 warning signs. Nothing was paid.";
    open({
      [LIST]: page([payment]),
      [CASE]: { body: { caseFile: CASE_FILE, hash: "h1", names: {} } },
      [APPROVE]: refusal(409, why, { code: "case_file_needed" }),
    });
    await approve();
    expect(await screen.findByRole("region", { name: "Case file of Ada Obi" })).toBeTruthy();
    expect(screen.getByText(`${why} (Status: 409)`)).toBeTruthy();
  });

  it("shows of a decided payment the case file that was decided on, and today's on demand, with the giver's name", async () => {
    const giver = {
      userId: "u2",
      gifts: 1,
      tokens: 150,
      sharePercent: 100,
      registeredAt: payment.createdAt,
      ageDays: 90,
    };
    const links = { sharesDevice: false, sharesBank: false, references: [] };
    const gifts = { count: 1, tokens: 150, givers: [{ ...giver, ...links }], otherGivers: 0 };
    const names = { u2: "Kemi Ade" };
    const now = { ...CASE_FILE, risk: { ...CASE_FILE.risk, reasons: [{ code: "x", points: 1, text: "Since then" }] } };
    open({
      [LIST.replace("=pending", "=completed")]: page([{ ...payment, status: "completed", decidedOn: "h0" }]),
      [`${CASE}/h0`]: { body: { caseFile: { ...CASE_FILE, gifts }, hash: "h0", names } },
      [CASE]: { body: { caseFile: now, hash: "h1", names } },
    }, "/approve-earnings?tab=completed");
    fireEvent.click(await screen.findByRole("button", { name: /Case file/ }));
    expect(await screen.findByRole("link", { name: "Kemi Ade" })).toBeTruthy();
    expect(screen.getByText("Too many gifts")).toBeTruthy();
    expect(screen.queryByText(/This version is stored/)).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Show it as it is now" }));
    expect(await screen.findByText("Since then")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Show what was decided on" }));
    expect(await screen.findByText("Too many gifts")).toBeTruthy();
  });

  it("puts the highest risk first where asked to", async () => {
    const other = { ...payment, _id: "w2", userId: { ...payment.userId, username: "Bola Eze" } };
    open({ [LIST]: page([payment, { ...other, risk: { ...RISK, score: 60, level: "high" } }]) });
    await screen.findByText("High risk 60");
    const names = () => screen.getAllByText(/^(Ada Obi|Bola Eze)$/).map((one) => one.textContent);
    expect(names()).toEqual(["Ada Obi", "Bola Eze"]);
    fireEvent.change(screen.getByLabelText("Order of the requests"), { target: { value: "risk" } });
    expect(names()).toEqual(["Bola Eze", "Ada Obi"]);
  });

  it("tells to top up the provider's account where that is the cause", async () => {
    const error = "Payment processing failed: Insufficient Paystack balance.";
    open({ [LIST]: page([payment]), [APPROVE]: refusal(409, error) });
    await approve();
    expect(await screen.findByText(`${error} (Status: 409)`)).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Paystack Balance Error" })).toBeTruthy();
  });

  it("offers to withdraw one's own approval, and says that a second admin is missing", async () => {
    const waiting: ListedPayment = { ...payment, status: "awaiting_second_approval", approvals: ["admin1"] };
    const path = "POST /api/v1/admin/payments/w1/withdraw-approval";
    const calls = open(
      { [LIST]: page([waiting], { admins: 1 }), [path]: { body: { message: "Your approval was withdrawn." } } },
      "/approve-earnings?tab=second_approval",
    );
    expect(await screen.findByText(/There is only one side/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Auto-Approve/ })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Withdraw my approval: Ada Obi" }));
    await waitFor(() => expect(calls.some(({ call }) => call === path)).toBe(true));
  });
});
