import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { PaymentRisk, PaymentsPage } from "@contract/admin_payments.ts";
import type { AdminPayment } from "@contract/wallet.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answer, answerCalls, refusal } from "../../../testing/answer_calls.ts";
import { renderScreen } from "../../../testing/render_screen.tsx";
import { startAdminSession } from "../shell/session.ts";
import { Payments } from "./Payments.tsx";

const LIST = "GET /api/v1/admin/payments";
const APPROVE = "POST /api/v1/approve-payment-automatic/w1";
const OUTCOME = "GET /api/v1/admin/payments/w1/outcome";
const payment: AdminPayment = {
  ...{ _id: "w1", amount: 150, status: "pending_review", notes: "", processedDate: null, transactionReference: null },
  ...{ requestDate: "2026-11-01T10:00:00.000Z", createdAt: "2026-11-01T10:00:00.000Z" },
  userId: { _id: "u1", firstName: "Ada", lastName: "Obi", username: "Ada Obi", email: "ada@orin.example" },
  bankDetails: { accountName: "OBI ADA", accountNumber: "0123456789", bankCode: "058", bankName: "GTBank" },
  ...{ approvals: [], approvalsNeeded: 1, warnings: [] },
};
const page = (payments: AdminPayment[], more: Partial<PaymentsPage> = {}): Answer => ({
  body: {
    ...{ payments, nextCursor: null, admins: 2 },
    counts: { pending: 7, second_approval: 0, processing: 0, completed: 0, rejected: 0, uncertain: 0 },
    ...more,
  },
});
const RISKS = "GET /api/v1/admin/payment-risks";
const risks = (more: Partial<PaymentRisk> = {}): Answer => ({
  body: { risks: [{ id: "w1", score: 0, level: "low", warnings: 0, isOpened: false, ...more }] },
});
const ask = async () => {
  fireEvent.click(await screen.findByRole("button", { name: "Auto-Approve: Ada Obi" }));
  return within(await screen.findByRole("dialog", { name: "Approve this payment?" }));
};
const approve = async () => fireEvent.click(await (await ask()).findByRole("button", { name: "Approve payment" }));
const open = (answers: Parameters<typeof answerCalls>[0], path = "/approve-earnings") => {
  const calls = answerCalls({ [RISKS]: risks(), ...answers });
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

  it("repeats what is paid to whom before it approves, and opens the case file where that is needed", async () => {
    const calls = open({
      [LIST]: page([payment]),
      [RISKS]: risks({ score: 30, level: "medium", warnings: 2 }),
      "GET /api/v1/admin/payments/w1/case": { status: 500, body: {} },
    });
    expect(await screen.findByText("Look closely 30")).toBeTruthy();
    const dialog = await ask();
    expect(await dialog.findByText("Look closely: 30 of 100")).toBeTruthy();
    for (const text of ["150.00 tokens", "Ada Obi", "GTBank 0123456789"]) dialog.getByText(text);
    dialog.getByText(/The case file shows 2 warning signs/);
    expect(dialog.queryByRole("button", { name: "Approve payment" })).toBeNull();
    fireEvent.click(dialog.getByRole("button", { name: "Open case file" }));
    await waitFor(() => expect(calls.some(({ call }) => call === "GET /api/v1/admin/payments/w1/case")).toBe(true));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(calls.some(({ call }) => call === APPROVE)).toBe(false);
  });

  it("puts the highest risk first where asked to", async () => {
    const other = { ...payment, _id: "w2", userId: { ...payment.userId, username: "Bola Eze" } };
    const both = [{ id: "w1", score: 0, level: "low" }, { id: "w2", score: 60, level: "high" }];
    open({
      [LIST]: page([payment, other]),
      [RISKS]: { body: { risks: both.map((one) => ({ ...one, warnings: 0, isOpened: false })) } },
    });
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
    const waiting: AdminPayment = { ...payment, status: "awaiting_second_approval", approvals: ["admin1"] };
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
