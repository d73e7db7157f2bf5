import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { type Answer, answerCalls, type Call, refusal } from "../../testing/answer_calls.ts";
import { givenListener } from "../../testing/given_session.ts";
import { renderScreen } from "../../testing/render_screen.tsx";
import { WithdrawTokens } from "./WithdrawTokens.tsx";

const SUMMARY = {
  availableBalance: 500,
  settlingBalance: 0,
  pendingWithdrawal: 0,
  totalEarned: 900,
  canWithdraw: true,
  minimumWithdrawal: 100,
};
const BANKS = { banks: [{ code: "058", name: "Guaranty Trust Bank" }, { code: "044", name: "Access Bank" }] };
const ACCOUNT = { accountDetails: { account_name: "ADA OBI", account_number: "0123456789", bank_code: "058" } };
const WAITING = {
  _id: "w1",
  amount: 150,
  status: "pending_review",
  requestDate: "2026-11-20T10:00:00.000Z",
  bankDetails: {
    accountName: "ADA OBI",
    accountNumber: "••••••6789",
    bankCode: "058",
    bankName: "Guaranty Trust Bank",
  },
  canCancel: true,
  steps: [{ step: "requested", text: "Requested. Your tokens are reserved", at: "2026-11-20T10:00:00.000Z" }],
};

type Answers = Record<string, Answer | readonly Answer[]>;

function open(answers: Answers = {}): Call[] {
  const calls = answerCalls({
    "GET /api/v1/withdrawal-summary": { body: SUMMARY },
    "GET /api/v1/banks": { body: BANKS },
    "GET /api/v1/withdrawals": { body: { withdrawals: [] } },
    "POST /api/v1/verify-account": { body: ACCOUNT },
    ...answers,
  });
  renderScreen(<WithdrawTokens />, { route: "/withdraw-tokens" });
  return calls;
}

async function fillIn({ amount = "200" }: { amount?: string } = {}): Promise<void> {
  if (amount !== "") await userEvent.type(await screen.findByLabelText("Amount"), amount);
  await userEvent.selectOptions(await screen.findByLabelText("Select Bank"), "058");
  await userEvent.type(screen.getByLabelText("Account Number"), "0123456789");
  await press("Verify");
  await screen.findByText("Account Verified");
}

async function press(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole("button", { name }));
}

const submit = () => press("Submit Withdrawal Request");
const withdrawalsIn = (calls: Call[]) => calls.filter(({ call }) => call === "POST /api/v1/withdraw");

givenListener();

describe("the withdrawal form", () => {
  it("wants bank and account number before it asks the bank", async () => {
    const calls = open();
    await press("Verify");
    expect(await screen.findByText("Bank and account number are required")).toBeTruthy();
    expect(calls.some(({ call }) => call === "POST /api/v1/verify-account")).toBe(false);
  });

  it("shows the bank's own name for the account, and forgets it when bank or number change", async () => {
    open();
    await fillIn();
    expect(screen.getByText("ADA OBI")).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText("Select Bank"), "044");
    expect(screen.queryByText("Account Verified")).toBeNull();
    await submit();
    expect(screen.getByText("Please verify your account details first")).toBeTruthy();
  });

  it("says calmly where the account is in another name, and goes on all the same", async () => {
    const words = /not the name on your Orin account.*two of us look at it/;
    open({ "POST /api/v1/verify-account": { body: { ...ACCOUNT, isInOwnName: true } } });
    await fillIn();
    expect(screen.queryByText(words)).toBeNull();
    cleanup();
    const calls = open({
      "POST /api/v1/verify-account": { body: { ...ACCOUNT, isInOwnName: false } },
      "POST /api/v1/withdraw": { status: 201, body: { message: "", withdrawalId: "w1", status: "pending_review" } },
    });
    await fillIn();
    expect(screen.getByText(words)).toBeTruthy();
    await submit();
    await waitFor(() => expect(withdrawalsIn(calls)).toHaveLength(1));
  });

  it.each<[Answer, string]>([
    [refusal(422, "Could not resolve account name"), "Could not resolve account name"],
    [{ status: 502, body: undefined }, "Failed to verify account"],
    ["no network", "Failed to verify account"],
  ])("says why an account cannot be verified: %o", async (answer, text) => {
    open({ "POST /api/v1/verify-account": answer });
    await userEvent.selectOptions(await screen.findByLabelText("Select Bank"), "058");
    await userEvent.type(screen.getByLabelText("Account Number"), "0123456789");
    await press("Verify");
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it.each([
    ["", "Please enter a valid amount"],
    ["0", "Please enter a valid amount"],
    ["500.01", "Amount exceeds available balance"],
    ["99.99", "Minimum withdrawal amount is 100 tokens"],
  ])("refuses the amount %j and sends nothing", async (amount, text) => {
    const calls = open();
    await fillIn({ amount });
    await submit();
    expect(screen.getByText(text)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Amount"));
    expect(withdrawalsIn(calls)).toEqual([]);
  });

  it("sends what was verified, says so, clears the form and asks for the balance again", async () => {
    const calls = open({
      "POST /api/v1/withdraw": { status: 201, body: { message: "", withdrawalId: "w1", status: "pending_review" } },
    });
    await fillIn({ amount: "200.5" });
    await submit();
    await screen.findByText("Withdrawal request submitted successfully! Your request is being processed.");
    expect(withdrawalsIn(calls)[0]?.body).toEqual({
      amount: 200.5,
      bankDetails: { accountNumber: "0123456789", bankCode: "058", accountName: "ADA OBI" },
    });
    expect(screen.getByLabelText<HTMLInputElement>("Amount").value).toBe("");
    expect(screen.getByLabelText<HTMLInputElement>("Account Number").value).toBe("");
    expect(screen.queryByText("Account Verified")).toBeNull();
    await waitFor(() => expect(calls.filter(({ call }) => call === "GET /api/v1/withdrawal-summary")).toHaveLength(2));
  });

  it("is busy while the request is under way", async () => {
    open();
    await fillIn();
    vi.stubGlobal("fetch", () => new Promise(() => undefined));
    await submit();
    const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Processing..." });
    expect(button.disabled).toBe(true);
  });

  it.each([
    [
      refusal(409, "You already have a withdrawal in progress"),
      "You already have a withdrawal in progress",
    ],
    [{ status: 500, body: undefined }, "Failed to process withdrawal request"],
  ])("says why a request failed: %o", async (answer, text) => {
    open({ "POST /api/v1/withdraw": answer });
    await fillIn();
    await submit();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByText("Account Verified")).toBeTruthy();
  });

  it("asks with the same key after no answer, and with a new one after a refusal or a change", async () => {
    const busy = refusal(503, "Orin is busy");
    const calls = open({ "POST /api/v1/withdraw": [busy, refusal(400, "No"), busy] });
    await fillIn();
    for (const _ of [1, 2, 3]) {
      await submit();
      await waitFor(() => expect(screen.queryByRole("button", { name: "Processing..." })).toBeNull());
    }
    await userEvent.type(screen.getByLabelText("Amount"), "0");
    await userEvent.clear(screen.getByLabelText("Amount"));
    await userEvent.type(screen.getByLabelText("Amount"), "200");
    await submit();
    await waitFor(() => expect(withdrawalsIn(calls)).toHaveLength(4));
    const [first, second, third, fourth] = withdrawalsIn(calls).map(({ headers }) => headers.get("idempotency-key"));
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(fourth).not.toBe(third);
  });
});

describe("the withdrawal page", () => {
  it("shows balance and minimum, and what is pending only where something is", async () => {
    open();
    expect(await screen.findByText("500.00")).toBeTruthy();
    expect(screen.getByText("Minimum withdrawal: 100.00 tokens (₦100.00)")).toBeTruthy();
    expect(screen.queryByText(/Pending withdrawal/)).toBeNull();
  });

  it("says that it cannot load, and tries again", async () => {
    open({ "GET /api/v1/withdrawal-summary": [{ status: 503, body: undefined }, { body: SUMMARY }] });
    expect(await screen.findByText("Failed to load withdrawal data. Please try again later.")).toBeTruthy();
    await press("Try Again");
    expect(await screen.findByText("500.00")).toBeTruthy();
  });

  it("lists a request with its steps, and cancels it after asking", async () => {
    const summary = { ...SUMMARY, pendingWithdrawal: 150, openWithdrawalId: "w1" };
    const calls = open({
      "GET /api/v1/withdrawal-summary": { body: summary },
      "GET /api/v1/withdrawals": { body: { withdrawals: [WAITING] } },
      "POST /api/v1/withdrawals/w1/cancel": { body: { message: "ok" } },
    });
    expect(await screen.findByText("Pending withdrawal: 150.00 tokens (₦150.00)")).toBeTruthy();
    expect(await screen.findByText("Requested. Your tokens are reserved")).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Submit Withdrawal Request" }).disabled).toBe(true);
    await press("Cancel Withdrawal");
    const dialog = screen.getByRole("alertdialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Cancel Withdrawal" }));
    await waitFor(() => expect(calls.some(({ call }) => call.endsWith("/w1/cancel"))).toBe(true));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });
});
