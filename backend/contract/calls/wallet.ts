import { as, callsOf } from "./call.ts";
import { BalanceQuery, StatementQuery } from "../requests/statement.ts";
import { VerifyAccountRequest, WithdrawRequest } from "../requests/wallet.ts";
import type { BalanceAt, Statement } from "../statement.ts";
import type { Banks, UserWithdrawal, VerifyAccountAnswer, WithdrawalSummary, WithdrawAnswer } from "../wallet.ts";

const payment = callsOf("Payments");

export const withdrawalSummary = payment("GET /api/v1/withdrawal-summary", {
  does: "What you have, what waits, what you may withdraw",
  who: "user",
  answers: as<WithdrawalSummary>(),
});

export const listBanks = payment("GET /api/v1/banks", {
  does: "Banks that payouts reach",
  who: "user",
  answers: as<Banks>(),
});

export const verifyBankAccount = payment("POST /api/v1/verify-account", {
  does: "Look up whose bank account a number is",
  who: "user",
  body: VerifyAccountRequest,
  answers: as<VerifyAccountAnswer>(),
});

export const withdraw = payment("POST /api/v1/withdraw", {
  does: "Ask for a payout",
  who: "user",
  body: WithdrawRequest,
  answers: as<WithdrawAnswer>(),
});

export const listWithdrawals = payment("GET /api/v1/withdrawals", {
  does: "Your payouts",
  who: "user",
  answers: as<{ withdrawals: UserWithdrawal[] }>(),
});

export const cancelWithdrawal = payment("POST /api/v1/withdrawals/:id/cancel", {
  does: "Cancel a payout that waits",
  who: "user",
});

export const getStatement = payment("GET /api/v1/statement", {
  does: "Your account statement of a month",
  who: "user",
  query: StatementQuery,
  answers: as<Statement>(),
});

export const getBalance = payment("GET /api/v1/balance", {
  does: "Your balance",
  who: "user",
  query: BalanceQuery,
  answers: as<BalanceAt>(),
});
