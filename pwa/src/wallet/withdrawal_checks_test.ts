import { describe, expect, it } from "vitest";
import { accountProblem, withdrawalProblem } from "./withdrawal_checks.ts";

const summary = {
  availableBalance: 120.5,
  settlingBalance: 0,
  pendingWithdrawal: 0,
  totalEarned: 200,
  canWithdraw: true,
  minimumWithdrawal: 100,
};
const FIELDS = { amount: "100", bankCode: "058", accountNumber: "0123456789" };
const problemOf = (amount: string, isVerified = true) => withdrawalProblem({ amount }, { isVerified, summary })?.text;

describe("withdrawalProblem", () => {
  it("asks for the verified account before anything else", () => {
    expect(problemOf("", false)).toBe("Please verify your account details first");
  });

  it.each(["", "abc", "0", "0.00", "-5", "1e3", "100.005", "1,000", "Infinity", "9".repeat(40)])(
    "calls %j no valid amount",
    (amount) => expect(problemOf(amount)).toBe("Please enter a valid amount"),
  );

  it("refuses more than the balance, to the last unit", () => {
    expect(problemOf("120.51")).toBe("Amount exceeds available balance");
    expect(problemOf("120.50")).toBeUndefined();
  });

  it("refuses less than the minimum, to the last unit", () => {
    expect(problemOf("99.99")).toBe("Minimum withdrawal amount is 100 tokens");
    expect(problemOf("100")).toBeUndefined();
  });

  it("says first that the balance is too small where both are true", () => {
    const small = { ...summary, availableBalance: 20 };
    expect(withdrawalProblem({ amount: "50" }, { isVerified: true, summary: small })?.text)
      .toBe("Amount exceeds available balance");
  });

  it("says what settles, and until when, or that it is held", () => {
    const settling = { ...summary, settlingBalance: 12.5, allSettledAt: "2026-11-24T22:00:00.000Z" };
    const told = (known: typeof summary) =>
      withdrawalProblem({ amount: "121" }, { isVerified: true, summary: known })?.text;
    expect(told(settling))
      .toBe("Amount exceeds available balance. 12.50 of your 133.00 tokens (₦133.00) settle until 24 November 2026");
    expect(told({ ...summary, settlingBalance: 12.5 }))
      .toBe("Amount exceeds available balance. 12.50 of your 133.00 tokens (₦133.00) are held while we check them");
  });
});

describe("accountProblem", () => {
  it.each([{ bankCode: "" }, { accountNumber: "" }, { accountNumber: "   " }])(
    "wants bank and number: %j",
    (missing) => expect(accountProblem({ ...FIELDS, ...missing })?.text).toBe("Bank and account number are required"),
  );

  it("knows that account numbers have ten digits", () => {
    expect(accountProblem({ ...FIELDS, accountNumber: "12345" })?.text).toBe("Account number must have 10 digits");
    expect(accountProblem(FIELDS)).toBeUndefined();
  });
});
