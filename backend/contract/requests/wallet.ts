import * as z from "zod/mini";

const needed = "Bank and account number are required";
const AccountNumber = z.string(needed).check(
  z.trim(),
  z.minLength(1, needed),
  z.regex(/^\d{10}$/, "Account number must have 10 digits"),
);
const BankCode = z.string(needed).check(z.trim(), z.minLength(1, needed), z.regex(/^[0-9A-Za-z]{3,10}$/, needed));

export const VerifyAccountRequest = z.object({ accountNumber: AccountNumber, bankCode: BankCode });
export type VerifyAccountRequest = z.infer<typeof VerifyAccountRequest>;

/** `amount` in tokens. `accountName` is what the person was shown; the service asks the bank again. */
export const WithdrawRequest = z.object({
  amount: z.number("Please enter a valid amount").check(z.positive("Please enter a valid amount")),
  bankDetails: z.object(
    { accountNumber: AccountNumber, bankCode: BankCode, accountName: z.optional(z.string()) },
    needed,
  ),
});
export type WithdrawRequest = z.infer<typeof WithdrawRequest>;
