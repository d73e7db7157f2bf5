import { unitsOf } from "@contract/money.ts";
import { settlingWords, type WithdrawalSummary } from "@contract/wallet.ts";

export interface WithdrawalFields {
  /** As typed, in tokens. */
  amount: string;
  bankCode: string;
  accountNumber: string;
}

export interface FieldProblem {
  field: keyof WithdrawalFields;
  text: string;
}

const DIGITS = 10;

/** Why we cannot verify an account yet. */
export function accountProblem({ bankCode, accountNumber }: WithdrawalFields): FieldProblem | undefined {
  const number = accountNumber.trim();
  if (bankCode === "" || number === "") {
    return {
      field: bankCode === "" ? "bankCode" : "accountNumber",
      text: "Bank and account number are required",
    };
  }
  return new RegExp(`^\\d{${DIGITS}}$`).test(number)
    ? undefined
    : { field: "accountNumber", text: `Account number must have ${DIGITS} digits` };
}

/** Why a withdrawal cannot be requested yet, in the documented order. */
export function withdrawalProblem(
  { amount }: Pick<WithdrawalFields, "amount">,
  { isVerified, summary }: { isVerified: boolean; summary: WithdrawalSummary },
): FieldProblem | undefined {
  if (!isVerified) return { field: "accountNumber", text: "Please verify your account details first" };
  const units = unitsOfText(amount);
  if (units === undefined) return { field: "amount", text: "Please enter a valid amount" };
  if (units > unitsOf(summary.availableBalance)) {
    return { field: "amount", text: ["Amount exceeds available balance", ...whySettling(summary)].join(". ") };
  }
  if (units < unitsOf(summary.minimumWithdrawal)) {
    return { field: "amount", text: `Minimum withdrawal amount is ${summary.minimumWithdrawal} tokens` };
  }
  return undefined;
}

/** An answer that was kept from before rewards settled has none. */
function whySettling({ availableBalance, settlingBalance = 0, allSettledAt }: WithdrawalSummary): string[] {
  const settling = unitsOf(settlingBalance);
  if (settling === 0) return [];
  const lastAt = allSettledAt === undefined ? undefined : Date.parse(allSettledAt);
  return [settlingWords({ settling, all: settling + unitsOf(availableBalance), lastAt })];
}

/** A typed amount in units; undefined unless it is above 0 with at most two decimals, because we never round money. */
function unitsOfText(text: string): number | undefined {
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(text.trim())) return undefined;
  const units = unitsOf(Number(text));
  return units > 0 ? units : undefined;
}
