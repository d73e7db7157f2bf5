import { Hono } from "hono";
import type { PaymentOutcome } from "../contract/payments.ts";
import type { ProblemCode } from "../contract/problem.ts";
import { Refusal } from "../contract/refusal.ts";
import type { Deps } from "../deps.ts";
import { requireAdmin } from "../http/session.ts";
import { idInPath } from "../http/validate.ts";
import { countActiveAdmins } from "../../projections/users.ts";
import { findWithdrawal, type WithdrawalRow } from "../../projections/withdrawals.ts";

interface Words {
  readonly message: string;
  /** 200 where all is done; a code where an approval has come to nothing. */
  readonly is: 200 | 202 | ProblemCode;
}

const NO_PAYMENT = "Payment request not found";

/** How an approved payment stands now: no name and no account, so asking often tells nobody anything. */
export function paymentOutcomeRoutes(deps: Deps) {
  return new Hono().get("/api/v1/admin/payments/:id/outcome", requireAdmin(deps), async (c) => {
    const row = await findWithdrawal(deps.store.sql, idInPath(c, "id", NO_PAYMENT));
    if (!row) throw new Refusal("not_found", NO_PAYMENT);
    const { message } = await wordsOf(deps, row);
    return c.json({ message, status: row.status } satisfies PaymentOutcome, 200);
  });
}

/** How a withdrawal stands after an approval, in words and as an HTTP status. Throws Refusal where nothing was paid. */
export async function outcomeOf(deps: Deps, row: WithdrawalRow): Promise<{ message: string; status: 200 | 202 }> {
  const { message, is } = await wordsOf(deps, row);
  if (typeof is === "number") return { message, status: is };
  throw new Refusal(is, message);
}

async function wordsOf(deps: Deps, { status, notes }: WithdrawalRow): Promise<Words> {
  switch (status) {
    case "completed":
      return { message: "Payment automatically processed through Paystack", is: 200 };
    case "awaiting_second_approval": {
      const admins = await countActiveAdmins(deps.store.sql);
      const missing = admins < 2 ? " There is only one admin: create another one first." : "";
      return { message: `Approved. This amount needs the approval of a second admin.${missing}`, is: 202 };
    }
    case "needs_otp":
      return { message: "Paystack asks for a one-time code before it sends this payment", is: 202 };
    case "processing":
      return {
        message: "Paystack has the payment and has not confirmed it yet. This page will tell you when it does.",
        is: 202,
      };
    case "uncertain":
      return {
        message: "Paystack's answer is unclear. The tokens stay reserved until an admin decides, under Uncertain.",
        is: 202,
      };
    case "pending_review":
      if (notes === "insufficient_balance") {
        const text = "Insufficient Paystack balance. Please top up the Paystack account and try again.";
        return { message: `Payment processing failed: ${text}`, is: "provider_balance" };
      }
      return {
        message: "Payment processing failed: Paystack did not accept the call. Try again later.",
        is: "payment_failed",
      };
    default:
      return { message: "Payment processing failed: the funds were returned to the user.", is: "payment_failed" };
  }
}
